// Places in a text: the server counts characters, JavaScript counts units, and some characters have two of these.

const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/;

// The unit at a character, from 0.
export const unitAt = (text, character) => (PAIRS.test(text) ? [...text].slice(0, character).join("").length : character);

// The character at a unit, from 0.
export const characterAt = (text, unit) => (PAIRS.test(text) ? [...text.slice(0, unit)].length : unit);

// The units of a problem, whose line and column count from 1; at least one unit, so that it can be seen.
export function span(text, { line, column, length }) {
  const begin = lineStart(text, line);
  const end = text.indexOf("\n", begin);
  const row = text.slice(begin, end < 0 ? undefined : end);
  const from = Math.min(begin + unitAt(row, column - 1), text.length);
  const to = Math.min(begin + unitAt(row, column - 1 + length), begin + row.length);
  return { from, to: Math.max(to, Math.min(from + 1, text.length)) };
}

function lineStart(text, line) {
  let begin = 0;
  for (let n = 1; n < line; n += 1) {
    const next = text.indexOf("\n", begin);
    if (next < 0) return text.length;
    begin = next + 1;
  }
  return begin;
}
