import { describe, expect, it } from "vitest";
import { LIGHTTALK, scratch, worldc } from "../support/cli.js";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

type Json = Record<string, unknown>;
const exported = (format: string, file = LIGHTTALK): Json[] => JSON.parse(worldc(["export", file, "--tools", format]).stdout) as Json[];

const file = join(scratch(), "shop.world");
writeFileSync(file, `/// A shop.
app Shop {
  enum Size { small, large }
  /// Orders something.
  /// @param item what
  /// @param size how big
  /// @param count how many
  /// @param notes remarks
  tool order(item: string where length in 1..20, size: Size = small, count: int = 1 where in 1..9, notes: string[] = [] where distinct) {
    return { item, size, count, notes }
  }
  /// Looks around.
  tool look() { return "Shelves." }
}
`);

/** Every schema inside a schema. */
function schemas(schema: Json): Json[] {
  const inner = [...Object.values((schema["properties"] ?? {}) as Record<string, Json>), ...(schema["items"] ? [schema["items"] as Json] : []), ...((schema["anyOf"] ?? []) as Json[])];
  return [schema, ...inner.flatMap(schemas)];
}

describe("worldc export --tools", () => {
  it("anthropic: the input schemas as they are", () => {
    const tools = exported("anthropic");
    expect(tools).toHaveLength(60);
    expect(Object.keys(tools[0] ?? {})).toEqual(["name", "description", "input_schema"]);
    for (const tool of tools) expect(tool["input_schema"]).toMatchObject({ type: "object", additionalProperties: false });
  });

  it("openai: strict, so all properties are required and those that may be left out are nullable", () => {
    const [order] = exported("openai", file);
    expect(order).toMatchObject({ type: "function", name: "order", strict: true });
    const parameters = order?.["parameters"] as Json;
    expect(parameters["required"]).toEqual(["item", "size", "count", "notes"]);
    expect((parameters["properties"] as Json)["size"]).toMatchObject({ type: ["string", "null"], enum: ["small", "large", null] });
    expect((parameters["properties"] as Json)["item"]).toMatchObject({ type: "string", description: "what (at least 1 characters; at most 20 characters)" });
    for (const tool of exported("openai")) {
      for (const schema of schemas(tool["parameters"] as Json)) {
        for (const keyword of ["minLength", "maxLength", "uniqueItems", "default", "$ref", "oneOf", "allOf"]) expect(schema).not.toHaveProperty(keyword);
        const types = [schema["type"]].flat();
        if (types.includes("object")) {
          expect(schema["additionalProperties"]).toBe(false);
          expect(schema["required"]).toEqual(Object.keys(schema["properties"] as Json));
        }
      }
    }
  });

  it("openai: a null argument is one that was left out", () => {
    const nulls = worldc(["call", file, "order", "--seed", "1", "--args", "-"], { input: '{"item": "tea", "size": null, "count": null, "notes": null}' });
    expect(nulls.stdout).toContain('"size": "small"');
    expect(nulls.status).toBe(0);
    expect(worldc(["call", file, "order", "--seed", "1", "--args", "-"], { input: '{"item": null}' }).stdout).toMatch(/^invalid .*`item`/);
  });

  it("gemini: OpenAPI's subset, and no parameters where there are none", () => {
    const [{ functionDeclarations } = {}] = exported("gemini", file) as { functionDeclarations?: Json[] }[];
    expect(functionDeclarations?.find((f) => f["name"] === "look")).not.toHaveProperty("parameters");
    const order = functionDeclarations?.find((f) => f["name"] === "order")?.["parameters"] as Json;
    expect(order).toMatchObject({ type: "OBJECT", required: ["item"] });
    for (const schema of schemas(order)) {
      expect(["OBJECT", "STRING", "INTEGER", "NUMBER", "BOOLEAN", "ARRAY"]).toContain(schema["type"]);
      expect(schema).not.toHaveProperty("additionalProperties");
    }
  });

  it("refuses a format nobody has", () => {
    const outcome = worldc(["export", file, "--tools", "word"]);
    expect(outcome.status).toBe(2);
    expect(outcome.stderr).toContain("gemini");
  });
});
