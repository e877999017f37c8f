// HTTP requests in the language of the page. A refusal is an Error with the server's sentence, and its problems if there are any.

import { fill } from "./dom.js";
import { PASSING } from "./link.js";
import { language, t } from "./texts.js";

const AGAIN = 3000;

export class Refused extends Error {
  constructor(body, status) {
    super(body.message ?? String(status));
    this.code = body.code ?? String(status);
    this.passes = [...PASSING, "lost"].includes(this.code) || status >= 500;
    this.problems = body.problems ?? [];
  }
}

// A lost connection is a refusal, too.
function lost(error) {
  throw error.name === "AbortError" ? error : new Refused({ code: "lost", message: t("line.lost") });
}

async function sent(path, options) {
  const answer = await fetch(path, { credentials: "omit", ...options }).catch(lost);
  if (answer.ok) return answer;
  const body = await read(answer);
  throw new Refused(typeof body === "string" ? { message: body.slice(0, 300) } : body, answer.status);
}

const read = (answer) => (/json$/.test(answer.headers.get("content-type")?.split(";")[0] ?? "") ? answer.json() : answer.text()).catch(lost);

const asked = async (path, options = {}) => read(await sent(path, options));

// A table that is not listed is told of to whom it has invited, or who has a seat there: the token says so.
export const get = (path, token = null) => asked(`${path}${path.includes("?") ? "&" : "?"}lang=${language()}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});

// The ruleset of a table's record, if it was sent; null if it comes with the server.
export const sentRules = async (record, table, token) =>
  /^ruleset .*\.ya?ml$/m.test(record) ? get(`/api/tables/${encodeURIComponent(table)}/ruleset`, token) : null;

const posted = (body) => ({ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ ...body, lang: language() }) });

export const post = (path, body) => asked(path, posted(body));

// Ask until the server answers, as long as the place for its refusals is on the page.
export async function patiently(ask, wrong) {
  for (;;)
    try {
      return await ask();
    } catch (refused) {
      if (!refused.passes) throw refused;
      fill(wrong, refused.message);
      await new Promise((done) => setTimeout(() => wrong.isConnected && done(), AGAIN));
      fill(wrong);
    }
}

// An answer that comes line by line, each of them JSON.
export async function postForLines(path, body, heard, signal) {
  const answer = await sent(path, { ...posted(body), signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ; ) {
    const { done, value } = await reader.read().catch(lost);
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop();
    for (const line of lines) heard(JSON.parse(line));
    if (done) return;
  }
}
