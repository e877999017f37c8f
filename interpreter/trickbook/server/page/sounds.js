// Short sounds, made by the browser: a card, one's turn, the end of a deal.

import { wants } from "./settings.js";

// Of each tone the pitch in hertz, and how many seconds it lasts.
const TONES = { card: [[210, 0.05]], turn: [[660, 0.1], [880, 0.16]], deal: [[523, 0.12], [659, 0.12], [784, 0.22]] };
const LOUDNESS = 0.12;

let context = null;

export function sound(name) {
  if (!wants("sounds")) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, seconds] of TONES[name]) at = tone(pitch, at, at + seconds);
}

function tone(pitch, from, to) {
  const [source, loudness] = [new OscillatorNode(context, { frequency: pitch, type: "triangle" }), new GainNode(context, { gain: LOUDNESS })];
  loudness.gain.exponentialRampToValueAtTime(0.001, to);
  source.connect(loudness).connect(context.destination);
  source.start(from);
  source.stop(to);
  return to;
}
