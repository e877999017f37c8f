// Places in a text: the server counts characters, JavaScript counts units, and some characters have two of these.

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

// Functions from a character to its unit and back, both from 0. The pairs are sought once for all places.
export function places(text) {
  const pairs = [...text.matchAll(PAIR)].map(({ index }) => index);
  if (!pairs.length) return { unitAt: (character) => character, characterAt: (unit) => unit };
  const before = (limit) => {
    let [low, high] = [0, pairs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (limit(pairs[middle], middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    unitAt: (character) => character + before((pair, many) => pair - many < character),
    characterAt: (unit) => unit - before((pair) => pair < unit),
  };
}

// The units of a problem, whose line and column count from 1; at least one unit, so that it can be seen.
export function span(text, { line, column, length }) {
  const begin = lineStart(text, line);
  const end = text.indexOf("\n", begin);
  const row = text.slice(begin, end < 0 ? undefined : end);
  const { unitAt } = places(row);
  const from = Math.min(begin + unitAt(column - 1), text.length);
  const to = Math.min(begin + unitAt(column - 1 + length), begin + row.length);
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
