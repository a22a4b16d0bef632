/** Entities and state: fields, inverses, derived fields, checks. */
import type { DeletionRule, Doc, EntityMember, Expr, FieldNode, GetNode, Member, RefinementNode } from "./ast.js";
import { ClauseParser } from "./clauses.js";
import { say } from "./errors.js";
import { T } from "./tokens.js";
import { ENTITY_WORDS, MODIFIER_WORDS, nearest } from "./words.js";

const MODIFIERS: ReadonlySet<string> = new Set(MODIFIER_WORDS);

/** Reads entities and state. */
export abstract class EntityParser extends ClauseParser {
  protected entity(doc: Doc | undefined): Extract<Member, { kind: "entity" }> {
    const start = this.start;
    const before = this.trouble;
    this.take();
    const name = this.name("the name of the entity", "`entity`", [T.LBrace]);
    const members: EntityMember[] = [];
    this.fields(`entity ${name.text}`, ENTITY_WORDS, (word, at, memberDoc) => {
      const member = word === undefined ? this.fieldOrInverse(at, memberDoc) : this.entityMember(word, at, memberDoc);
      if (member) members.push(member);
    });
    return { kind: "entity", ...(doc ? { doc } : {}), name, members, broken: this.trouble !== before, span: this.from(start) };
  }

  protected state(doc: Doc | undefined): Extract<Member, { kind: "state" }> {
    const start = this.start;
    const before = this.trouble;
    this.take();
    const fields: (FieldNode | GetNode)[] = [];
    this.fields("`state`", ["get"], (word, at, memberDoc) => {
      const field = word === "get" ? this.getter(at, memberDoc) : this.field(at, memberDoc);
      if (field) fields.push(field);
    });
    return { kind: "state", ...(doc ? { doc } : {}), fields, broken: this.trouble !== before, span: this.from(start) };
  }

  /** The members of a block of fields. `read` gets the word a member begins with, or none for a field. */
  private fields(owner: string, words: readonly string[], read: (word: string | undefined, start: number, doc: Doc | undefined) => void): void {
    this.group(T.LBrace, owner, (delimited) => {
      this.endHead();
      while (!this.atEnd) {
        if (delimited === "unopened" && !this.fieldAhead(words)) break;
        const before = this.pos;
        this.unit(() => {
          const doc = this.doc();
          const word = this.is(T.Word) && !this.namesWithColon() && words.includes(this.peek().image) ? this.peek().image : undefined;
          if (!this.strayCloser()) read(word, this.start, doc);
          if (this.is(T.Comma)) this.expected("expected-token", "the next field", undefined, { hint: "Fields are not separated by commas.", fix: this.replace("") });
          if (this.quiet) this.skipUntil(() => this.fieldAhead(words));
        });
        if (this.pos === before) this.skip();
      }
    });
  }

  private fieldAhead(words: readonly string[]): boolean {
    if (this.isAnyWord() && this.namesWithColon()) return true;
    if (!this.is(T.Word)) return false;
    const { image } = this.peek();
    if (words.includes(image) && (this.startsLine() || this.is(T.Word, 2) || this.is(T.StringStart, 2))) return true;
    return this.startsLine() && this.is(T.Word, 2) && !this.startsLine(2);
  }

  private entityMember(word: string, start: number, doc: Doc | undefined): EntityMember | undefined {
    if (word === "get") return this.getter(start, doc);
    this.take();
    if (word === "check") {
      const test = this.expression("`check`");
      const otherwise = this.elseText();
      return { kind: "check", test, ...(otherwise ? { else: otherwise } : {}), span: this.from(start) };
    }
    if (word === "missing") {
      const text = this.expression("`missing`");
      return { kind: "missingText", text, span: this.from(start) };
    }
    const fields: FieldNode[] = [];
    do {
      const field = this.field(this.start, fields.length === 0 ? doc : this.doc());
      if (field) fields.push(field);
    } while (this.takeIf(T.Comma));
    return { kind: "key", fields, span: this.from(start) };
  }

  private getter(start: number, doc: Doc | undefined): GetNode {
    this.take();
    const name = this.name("the name of the derived field", "`get`", [T.Colon]);
    this.expect(T.Colon, ":", `\`get ${name.text}\``);
    const type = this.typeNode();
    this.expect(T.Assign, "=", "the type", "A derived field is written `get name: Type = expression`.");
    const value = this.expression("`=`");
    return { kind: "get", ...(doc ? { doc } : {}), name, type, value, span: this.from(start) };
  }

  private fieldOrInverse(start: number, doc: Doc | undefined): EntityMember | undefined {
    const field = this.field(start, doc);
    if (!field || this.namesWithColon()) return field;
    if (this.isWord("of")) {
      const { onDelete, tree, unique, folded, uncounted, default: value, where } = field;
      if (onDelete || tree || unique || folded || uncounted || value || where.length > 0) {
        this.expected("expected-member", "the next field", undefined, { hint: "The other side of a relation has no modifiers: they belong to the field that `of` names." });
      }
      this.take();
    }
    else if (field.type.kind === "list" && this.is(T.Word) && !this.startsLine()) this.expected("expected-token", "`of`", "the type of the relation", { fix: this.insert(" of") });
    else return field;
    const of = this.reference("the name of a field", "`of`");
    const by = this.isWord("by") && !this.namesWithColon() ? (this.take(), this.reference("the name of a field", "`by`")) : undefined;
    return { kind: "inverse", ...(doc ? { doc } : {}), name: field.name, type: field.type, of, ...(by ? { by } : {}), span: this.from(start) };
  }

  /** `name: T modifiers`; undefined where nothing like it is there. */
  private field(start: number, doc: Doc | undefined): FieldNode | undefined {
    const reserved = this.isAnyWord() && this.namesWithColon();
    if (!reserved && !this.is(T.Word) && !this.is(T.Colon)) {
      this.expected("expected-member", "a field", undefined, { hint: "Fields are written `name: Type`." });
      this.skipGroup();
      return undefined;
    }
    if (!reserved && this.is(T.Word) && !this.fieldWithoutColon()) {
      const { image } = this.peek();
      const meant = nearest(image, [...ENTITY_WORDS, ...MODIFIER_WORDS]);
      this.expected("expected-member", "a field", undefined, {
        hint: meant === undefined ? "Fields are written `name: Type`." : `Did you mean \`${meant}\`?`,
        fix: meant === undefined ? undefined : this.replace(meant),
      });
      this.skip();
      return undefined;
    }
    const name = reserved ? this.takeName() : this.name("the name of a field");
    this.expect(T.Colon, ":", `\`${name.text}\``);
    const type = this.typeNode();
    return this.modifiers(start, doc, name, type);
  }

  /** Does the word ahead look like the name of a field whose `:` is missing? */
  private fieldWithoutColon(): boolean {
    if (this.startsLine(2)) return false;
    if (this.is(T.LBrace, 2)) return this.peek().image !== "state";
    const misspelt = nearest(this.peek().image, [...ENTITY_WORDS]);
    if (misspelt !== undefined && (this.is(T.StringStart, 2) || this.is(T.Colon, 3))) return false;
    return this.is(T.Word, 2) || this.is(T.Assign, 2) || this.is(T.LBracket, 2);
  }

  private modifiers(start: number, doc: Doc | undefined, name: FieldNode["name"], type: FieldNode["type"]): FieldNode {
    const flags = { tree: false, unique: false, folded: false, uncounted: false };
    let onDelete: DeletionRule | undefined;
    let value: Expr | undefined;
    let where: RefinementNode[] = [];
    for (;;) {
      if (this.is(T.Assign)) {
        this.take();
        if (value) this.report(say.duplicate("=", `field ${name.text}`, { start: this.end - 1, end: this.end }));
        value = this.expression("`=`");
        continue;
      }
      if (!this.is(T.Word) || this.namesWithColon()) break;
      const token = this.peek();
      const { image } = token;
      const span = { start: token.startOffset, end: token.startOffset + image.length };
      if (image === "where") {
        if (where.length > 0) this.report(say.duplicate("where", `field ${name.text}`, span));
        where = [...where, ...this.where()];
      } else if (image === "restrict" || image === "cascade" || image === "detach") {
        if (onDelete) this.report(say.duplicate(image === onDelete ? image : `${onDelete}\` or \`${image}`, `field ${name.text}`, span));
        this.take();
        onDelete = image;
      } else if (image in flags) {
        const flag = image as keyof typeof flags;
        if (flags[flag]) this.report(say.duplicate(flag, `field ${name.text}`, span));
        this.take();
        flags[flag] = true;
      } else if (!this.misspeltModifier()) {
        break;
      }
    }
    return {
      kind: "field",
      ...(doc ? { doc } : {}),
      name,
      type,
      ...(onDelete ? { onDelete } : {}),
      ...flags,
      ...(value ? { default: value } : {}),
      where,
      span: this.from(start),
    };
  }

  /** `name: string uniqe`: reported and passed over. */
  private misspeltModifier(): boolean {
    const { image } = this.peek();
    if (this.startsLine() || MODIFIERS.has(image) || ENTITY_WORDS.includes(image) || image === "of") return false;
    if (this.is(T.Word, 2) && !this.startsLine(2) && !this.is(T.Colon, 3) && !MODIFIERS.has(this.peek(2).image)) return false;
    const meant = nearest(image, MODIFIER_WORDS);
    if (meant === undefined && !this.atLineEnd()) return false;
    this.expected("expected-member", "a modifier or the next field", undefined, {
      hint: meant === undefined ? "The modifiers of a field are `unique`, `folded`, `restrict`, `cascade`, `detach`, `tree` and `uncounted`." : `Did you mean \`${meant}\`?`,
      fix: meant === undefined ? undefined : this.replace(meant),
    });
    this.skip();
    return true;
  }

  private atLineEnd(): boolean {
    return this.startsLine(2);
  }
}
