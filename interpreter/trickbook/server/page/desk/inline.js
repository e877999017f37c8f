// Text with `code` and **what stands out**, as problems and explanations have it.

import { el } from "../dom.js";

const PART = /(`[^`]+`|\*\*[^*]+\*\*)/;

const piece = (part) => (part.startsWith("`") ? el("code", {}, part.slice(1, -1)) : part.startsWith("**") ? el("b", {}, part.slice(2, -2)) : part);

export const inline = (text) => text.split(PART).map(piece);
