// Drafts in the browser's storage, texts in links, and files.

import { el } from "../dom.js";

const PREFIX = "trickbook.draft.";

// The most characters that the server reads.
export const LONGEST = 131_072;

function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

export const draftKey = (id) => PREFIX + id;

export function draft(id) {
  const found = kept(PREFIX + id);
  return typeof found?.text === "string" && typeof found.title === "string" ? found : null;
}

// All drafts, the newest first.
export const drafts = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ id: key.slice(PREFIX.length), ...draft(key.slice(PREFIX.length)) }))
    .filter(({ text }) => text !== undefined)
    .sort((one, other) => (other.at ?? 0) - (one.at ?? 0));

export const newDraft = () => Math.random().toString(36).slice(2, 10);

// Whether the draft could be kept: the storage may be full or forbidden.
export function keepDraft(id, title, text) {
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify({ title, text, at: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export const forgetDraft = (id) => localStorage.removeItem(PREFIX + id);

const bytes = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

// A text as a part of an address: compressed, in letters that need no escape.
export async function packed(text) {
  const small = await bytes(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  let binary = "";
  for (const byte of small) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

// The text of an address; null if there is none, or more than the server reads.
export async function unpacked(code) {
  try {
    const binary = atob(code.replace(/-/g, "+").replace(/_/g, "/"));
    const small = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
    const reader = new Blob([small]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      if (done) return text;
      if (text.length > LONGEST) return reader.cancel(), null;
    }
  } catch {
    return null;
  }
}

export function download(title, text) {
  const name = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "rules";
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "text/yaml" })), download: `${name}.yaml` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
