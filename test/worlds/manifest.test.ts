import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { buildFolder, compileWorld } from "../support/world.js";

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly [keyword: string]: unknown;
}
interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
  readonly annotations: Readonly<Record<string, unknown>>;
}

let tools: readonly Tool[];
let folder: string;
beforeAll(async () => {
  folder = await buildFolder("worlds/lighttalk.world");
  tools = (JSON.parse(readFileSync(join(folder, "mcp/tools.json"), "utf8")) as { tools: Tool[] }).tools;
});

/** Every schema within a schema, itself first, with its path. */
function* within(schema: unknown, path: string): Generator<[string, Schema]> {
  if (typeof schema !== "object" || schema === null) return;
  if (!Array.isArray(schema)) yield [path, schema as Schema];
  for (const [name, part] of Object.entries(schema)) yield* within(part, `${path}.${name}`);
}

const COMBINATORS = ["anyOf", "oneOf", "allOf", "not", "if", "then", "else"];

describe("LightTalk's manifest", () => {
  it("has the apps' tools and the kernel's, each once", () => {
    const { ir } = compileWorld("worlds/lighttalk.world");
    const of = (app: string): string[] => ir.tools.filter((tool) => tool.app === app).map((tool) => tool.wire);
    expect([of("LightTalk").length, of("LightOS")]).toEqual([53, ["now", "health", "wait_until", "list_notices"]]);
    expect(tools.map((tool) => tool.name).sort()).toEqual([...of("LightTalk"), ...of("LightOS"), "finish", "report_infeasible"].sort());
  });

  it("describes every tool and every parameter", () => {
    const silent = tools.flatMap(({ name, title, description, inputSchema }) => [
      ...(description.trim() === "" || title.trim() === "" ? [name] : []),
      ...[...within(inputSchema, name)].flatMap(([path, { properties }]) =>
        Object.entries(properties ?? {}).filter(([, { description: text }]) => text === undefined || text.trim() === "").map(([field]) => `${path}.${field}`),
      ),
    ]);
    expect(silent).toEqual([]);
  });

  it("has valid schemas of JSON Schema 2020-12, without keywords that mean nothing", () => {
    const ajv = new Ajv2020({ strict: true, allErrors: true });
    for (const { name, inputSchema, outputSchema } of tools) {
      for (const schema of [inputSchema, outputSchema]) {
        expect(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`).toBe(true);
        expect(() => ajv.compile(schema), name).not.toThrow();
      }
    }
  });

  it("keeps to what clients cope with", () => {
    for (const { name, inputSchema, outputSchema, annotations } of tools) {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(name.length, name).toBeLessThanOrEqual(40);
      expect(["reset", "step", "state", "close"]).not.toContain(name);
      for (const schema of [inputSchema, outputSchema]) {
        expect(schema.type, name).toBe("object");
        expect(typeof schema.properties, name).toBe("object");
        expect(Object.keys(schema).filter((keyword) => COMBINATORS.includes(keyword)), name).toEqual([]);
        for (const [path, part] of within(schema, name)) {
          for (const keyword of ["$ref", "$defs", "definitions"]) expect(part, path).not.toHaveProperty([keyword]);
          if (part.type === "object" && part.properties !== undefined) expect(part.additionalProperties, path).toBe(false);
        }
      }
      expect(Object.keys(annotations).sort(), name).toEqual(["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint"]);
      expect(Object.values(annotations).every((hint) => typeof hint === "boolean"), name).toBe(true);
    }
  });

  it("agrees with the schemas on their own", () => {
    for (const { name, inputSchema, outputSchema } of tools.filter((tool) => !["finish", "report_infeasible"].includes(tool.name))) {
      for (const [kind, schema] of [["input", inputSchema], ["output", outputSchema]] as const) {
        const { $schema, ...alone } = JSON.parse(readFileSync(join(folder, `schemas/${name}.${kind}.json`), "utf8")) as Schema;
        expect($schema).toBe("https://json-schema.org/draft/2020-12/schema");
        expect(alone, `${name}.${kind}`).toEqual(schema);
      }
    }
  });
});
