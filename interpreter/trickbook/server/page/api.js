// HTTP requests to the server. A refusal is an Error with the server's sentence, and its problems if there are any.

export class Refused extends Error {
  constructor(told, status) {
    super(told.message ?? String(status));
    this.code = told.code ?? String(status);
    this.problems = told.problems ?? [];
  }
}

async function asked(path, options = {}) {
  const answer = await fetch(path, { credentials: "omit", ...options });
  const kind = answer.headers.get("content-type") ?? "";
  const told = kind.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Refused(typeof told === "string" ? { message: told.slice(0, 300) } : told, answer.status);
  return told;
}

// A table that is not listed is told of to whom it has invited, or who has a seat there: the token says so.
export const get = (path, token = null) => asked(path, token ? { headers: { authorization: `Bearer ${token}` } } : {});

// The ruleset of a table's record, if it was sent; null if it comes with the server.
export const sentRules = async (record, table, token) =>
  /^ruleset .*\.ya?ml$/m.test(record) ? get(`/api/tables/${encodeURIComponent(table)}/ruleset`, token) : null;

export const post = (path, body) =>
  asked(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
