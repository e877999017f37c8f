// SHA-256 of a text, in hexadecimal. Browsers have it themselves, but not for pages without TLS on other machines.

const SIZE = 64;

const primes = [];
for (let number = 2; primes.length < 64; number++) if (primes.every((prime) => number % prime)) primes.push(number);

// The first 32 bits of the fraction of a root.
const fraction = (root) => ((root % 1) * 2 ** 32) | 0;
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));

const turned = (word, by) => (word >>> by) | (word << (32 - by));

// The text as bytes, with the bit and the length that fill its last block.
function padded(text) {
  const bytes = new TextEncoder().encode(text);
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / SIZE) * SIZE);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  new DataView(whole.buffer).setUint32(whole.length - 4, bytes.length * 8);
  return new DataView(whole.buffer);
}

function spread(block, at) {
  const words = new Int32Array(SIZE);
  for (let place = 0; place < SIZE; place++) {
    if (place < 16) {
      words[place] = block.getInt32(at + 4 * place);
      continue;
    }
    const [early, late] = [words[place - 15], words[place - 2]];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[place] = words[place - 16] + low + words[place - 7] + high;
  }
  return words;
}

function mixed(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let round = 0; round < SIZE; round++) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + ROUNDS[round] + words[round]) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]) | 0);
}

export function sha256(text) {
  const whole = padded(text);
  let state = START;
  for (let at = 0; at < whole.byteLength; at += SIZE) state = mixed(state, spread(whole, at));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
