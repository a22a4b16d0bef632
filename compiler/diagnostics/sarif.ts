/** Diagnostics as SARIF 2.1.0, for code-scanning services. */

import { CODES, type Code } from "./codes.js";
import type { Diagnostic, Place } from "./diagnostic.js";
import { position } from "../source.js";

const LEVELS = { error: "error", warning: "warning", hint: "note" } as const;

function region(place: Place): object {
  const start = position(place.source, place.start);
  const end = position(place.source, place.end);
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function location(place: Place, message?: string): object {
  return {
    physicalLocation: { artifactLocation: { uri: encodeURI(place.source.name) }, region: region(place) },
    ...(message === undefined ? {} : { message: { text: message } }),
  };
}

/** One run of the tool `worldc` with a rule per code that occurs. */
export function toSarif(diagnostics: readonly Diagnostic[]): object {
  const keys = [...new Set(diagnostics.map((d) => d.key))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "worldc", rules: keys.map((key) => rule(key)) } },
        results: diagnostics.map((d) => ({
          ruleId: d.code,
          level: LEVELS[d.severity],
          message: { text: d.hint === undefined ? d.message : `${d.message} ${d.hint}` },
          locations: [location(d.place)],
          ...(d.related.length > 0 ? { relatedLocations: d.related.map((r) => location(r.place, r.message)) } : {}),
          ...(d.fix ? { fixes: [{ description: { text: d.fix.title }, artifactChanges: [change(d.fix.place, d.fix.text)] }] } : {}),
        })),
      },
    ],
  };
}

function rule(key: Code): object {
  const { code, title } = CODES[key];
  return { id: code, name: key, shortDescription: { text: title } };
}

function change(place: Place, text: string): object {
  return { artifactLocation: { uri: encodeURI(place.source.name) }, replacements: [{ deletedRegion: region(place), insertedContent: { text } }] };
}
