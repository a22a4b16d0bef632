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

/** Every schema within a schema, itself first, with its path. */
function* within(schema: unknown, path: string): Generator<[string, Schema]> {
  if (typeof schema !== "object" || schema === null) return;
  if (!Array.isArray(schema)) yield [path, schema as Schema];
  for (const [name, part] of Object.entries(schema)) yield* within(part, `${path}.${name}`);
}

const COMBINATORS = ["anyOf", "oneOf", "allOf", "not", "if", "then", "else"];

describe.each([
  ["LightTalk", "worlds/lighttalk.world", { LightOS: 4, LightTalk: 53 }],
  [
    "the whole Light world",
    "worlds/light.world",
    // The paper that it follows lists 313.
    {
      ...{ LightOS: 4, LightTalk: 53, LightShop: 26, LightWeather: 23, LightFlight: 22, LightStock: 21, LightNews: 5 },
      ...{ Math: 42, Crypto: 28, Chem: 17, Time: 5, Network: 7, String: 32, Unit: 16, Graph: 15 },
    },
  ],
])("the manifest of %s", (_name, path, counts: Readonly<Record<string, number>>) => {
  let tools: readonly Tool[];
  let folder: string;
  beforeAll(async () => {
    folder = await buildFolder(path);
    tools = (JSON.parse(readFileSync(join(folder, "mcp/tools.json"), "utf8")) as { tools: Tool[] }).tools;
  });

  it("has the apps' tools and the kernel's, each once", () => {
    const { ir } = compileWorld(path);
    expect(Object.fromEntries(ir.apps.map(({ name }) => [name, ir.tools.filter(({ app }) => app === name).length]))).toEqual(counts);
    const names = tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.sort()).toEqual([...ir.tools.map(({ wire }) => wire), "finish", "report_infeasible", "chat_with_user"].sort());
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
    const ajv = new Ajv2020({ strict: true, allErrors: true, formats: { date: true, time: true, "date-time": true, uri: true } });
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
    for (const { name, inputSchema, outputSchema } of tools.filter((tool) => !["finish", "report_infeasible", "chat_with_user"].includes(tool.name))) {
      for (const [kind, schema] of [["input", inputSchema], ["output", outputSchema]] as const) {
        const { $schema, ...alone } = JSON.parse(readFileSync(join(folder, `schemas/${name}.${kind}.json`), "utf8")) as Schema;
        expect($schema).toBe("https://json-schema.org/draft/2020-12/schema");
        expect(alone, `${name}.${kind}`).toEqual(schema);
      }
    }
  });
});

describe("names that several apps have", () => {
  /** Source name → app → wire name. */
  const shared: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    check_balance: { LightShop: "check_balance", LightFlight: "flight_check_balance" },
    wait_payment_password: { LightShop: "wait_payment_password", LightFlight: "flight_wait_payment_password" },
    convert_temperature: { Unit: "convert_temperature", LightWeather: "weather_convert_temperature" },
    clamp: { Math: "clamp", Chem: "chem_clamp" },
    base64_encode: { String: "base64_encode", Crypto: "crypto_base64_encode" },
    base64_decode: { String: "base64_decode", Crypto: "crypto_base64_decode" },
  };
  const composed = compileWorld("worlds/light.world").ir;

  it("are these six, told apart on the wire", () => {
    const found: Record<string, Record<string, string>> = {};
    for (const { name, app, wire } of composed.tools) (found[name.slice(app.length + 1)] ??= {})[app] = wire;
    expect(Object.fromEntries(Object.entries(found).filter(([, apps]) => Object.keys(apps).length > 1))).toEqual(shared);
  });

  it("are the same on the wire in each app's own world, as all names are", () => {
    const wires = new Map(composed.tools.map(({ name, wire }) => [name, wire]));
    const own = composed.files.filter((path) => path.startsWith("worlds/") && path !== "worlds/light.world");
    expect(own).toHaveLength(composed.apps.length);
    for (const path of own) {
      for (const { name, wire } of compileWorld(path).ir.tools) expect([name, wire]).toEqual([name, wires.get(name)]);
    }
  });
});
