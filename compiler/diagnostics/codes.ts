/**
 * Every diagnostic the compiler can raise: one table, so that no message exists without a code, and no code is raised
 * with the wrong arguments. W1 files · W2 syntax · W3 names · W4 types · W5 flow · W6 declarations · W7 effects and
 * edges · W8 worlds, tests.
 */

export type Severity = "error" | "warning" | "hint";

interface Entry {
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  /** The sentence; its parameter's type is what `report` demands. */
  readonly message: (args: never) => string;
  /** What the author can do, where one sentence helps always. */
  readonly help?: string;
}

const define = <const K extends Record<string, Entry>>(table: K): K => table;

type Named = { readonly name: string };

export const CODES = define({
  // ---- W1 files
  "file-not-found": { code: "W101", severity: "error", title: "File not found", message: (a: { path: string }) => `There is no file \`${a.path}\`.` },
  "file-is-directory": { code: "W102", severity: "error", title: "Directory for a file", message: (a: { path: string }) => `\`${a.path}\` is a directory, not a file.` },
  "file-not-text": { code: "W103", severity: "error", title: "Not a text file", message: (a: { path: string }) => `\`${a.path}\` is not UTF-8 text.` },
  "file-too-large": { code: "W104", severity: "error", title: "File too large", message: (a: { path: string; limit: string }) => `\`${a.path}\` is larger than ${a.limit}.`, help: "Split it: a corpus may be several files, and an app too, with `extend app`." },
  "file-unreadable": { code: "W105", severity: "error", title: "Unreadable file", message: (a: { path: string }) => `\`${a.path}\` cannot be read.` },
  "import-cycle": { code: "W106", severity: "error", title: "Import cycle", message: (a: { path: string; chain: string }) => `Importing \`${a.path}\` leads back here: ${a.chain}.`, help: "Move what both files need into a third." },
  "not-exported": { code: "W107", severity: "error", title: "Name not in the imported file", message: (a: Named & { path: string }) => `\`${a.path}\` declares no \`${a.name}\`.` },
  "unknown-module": { code: "W108", severity: "error", title: "Unknown standard module", message: (a: Named) => `There is no standard module \`${a.name}\`.` },
  "duplicate-import": { code: "W109", severity: "warning", title: "Imported twice", message: (a: Named) => `\`${a.name}\` is imported already.` },
  "corpus-syntax": { code: "W110", severity: "error", title: "Malformed corpus", message: (a: { path: string; problem: string }) => `\`${a.path}\` is not valid: ${a.problem}` },
  "corpus-mixed": { code: "W111", severity: "error", title: "Mixed types in a corpus", message: (a: { path: string; where: string; a: string; b: string }) => `In \`${a.path}\`, ${a.where} is ${a.a} in one place and ${a.b} in another.`, help: "Give every entry of a list the same shape." },
  "corpus-empty": { code: "W112", severity: "error", title: "Empty corpus", message: (a: { path: string }) => `\`${a.path}\` holds nothing.` },
  "unused-import": { code: "W113", severity: "warning", title: "Unused import", message: (a: Named) => `\`${a.name}\` is imported and never used.` },
  "uses-cycle": { code: "W114", severity: "error", title: "Apps use each other", message: (a: Named) => `${a.name} uses an app that uses ${a.name}.`, help: "Move what both need into a third app." },
  // ---- W2 syntax
  "unexpected-character": { code: "W201", severity: "error", title: "Unexpected character", message: (a: { message: string }) => a.message },
  "unterminated-string": { code: "W202", severity: "error", title: "Unterminated string", message: (a: { message: string }) => a.message },
  "expected-token": { code: "W203", severity: "error", title: "Something is missing", message: (a: { message: string }) => a.message },
  "expected-expression": { code: "W204", severity: "error", title: "Expression expected", message: (a: { message: string }) => a.message },
  "expected-type": { code: "W205", severity: "error", title: "Type expected", message: (a: { message: string }) => a.message },
  "expected-statement": { code: "W206", severity: "error", title: "Statement expected", message: (a: { message: string }) => a.message },
  "expected-member": { code: "W207", severity: "error", title: "Member expected", message: (a: { message: string }) => a.message },
  "expected-declaration": { code: "W208", severity: "error", title: "Declaration expected", message: (a: { message: string }) => a.message },
  "expected-name": { code: "W209", severity: "error", title: "Name expected", message: (a: { message: string }) => a.message },
  "missing-comma": { code: "W210", severity: "error", title: "Missing comma", message: (a: { message: string }) => a.message },
  "missing-brace": { code: "W211", severity: "error", title: "Missing brace", message: (a: { message: string }) => a.message },
  "reserved-word": { code: "W212", severity: "error", title: "Reserved word", message: (a: { message: string }) => a.message },
  "bad-literal": { code: "W213", severity: "error", title: "Malformed literal", message: (a: { message: string }) => a.message },
  "bad-escape": { code: "W214", severity: "error", title: "Unknown escape", message: (a: { message: string }) => a.message },
  "duplicate-clause": { code: "W215", severity: "error", title: "Clause given twice", message: (a: { message: string }) => a.message },
  "missing-clause": { code: "W216", severity: "error", title: "Clause missing", message: (a: { message: string }) => a.message },
  "too-deep": { code: "W217", severity: "error", title: "Nested too deeply", message: (a: { message: string }) => a.message },
  "nothing-to-document": { code: "W218", severity: "error", title: "Nothing to document", message: (a: { message: string }) => a.message },
  // ---- W3 names
  "unknown-name": { code: "W301", severity: "error", title: "Unknown name", message: (a: Named & { what: string }) => (a.what === "name" ? `Nothing that is visible here is called \`${a.name}\`.` : `There is no ${a.what} called \`${a.name}\`.`) },
  "unknown-field": { code: "W302", severity: "error", title: "Unknown field", message: (a: Named & { of: string }) => `${a.of} has no field \`${a.name}\`.` },
  "duplicate-name": { code: "W303", severity: "error", title: "Name declared twice", message: (a: Named) => `\`${a.name}\` is declared already.` },
  "shadowing": { code: "W304", severity: "error", title: "Shadowed name", message: (a: Named & { what: string }) => `\`${a.name}\` would hide the ${a.what} of that name.`, help: "Choose another name: a name means one thing at a time." },
  "ambiguous-name": { code: "W305", severity: "error", title: "Ambiguous name", message: (a: Named & { apps: string }) => `\`${a.name}\` is declared by ${a.apps}.`, help: "Say which: write the app's name and a dot in front." },
  "wrong-namespace": { code: "W306", severity: "error", title: "Name of another kind", message: (a: Named & { is: string; wanted: string }) => `\`${a.name}\` is ${a.is}, but ${a.wanted} is needed here.` },
  "unknown-member": { code: "W307", severity: "error", title: "Unknown enum member", message: (a: Named & { of: string }) => `${a.of} has no member \`${a.name}\`.` },
  "unknown-method": { code: "W308", severity: "error", title: "Unknown method", message: (a: Named & { of: string }) => `${a.of} has no method \`${a.name}\`.` },
  "unknown-argument": { code: "W309", severity: "error", title: "Unknown argument", message: (a: Named & { of: string }) => `${a.of} takes no \`${a.name}\`.` },
  "app-not-used": { code: "W310", severity: "error", title: "App not used", message: (a: Named & { app: string }) => `\`${a.name}\` belongs to the app ${a.app}, which is not named in \`uses\`.`, help: "Name it in the head of the app: `app Name uses …`." },
  "unknown-type": { code: "W311", severity: "error", title: "Unknown type", message: (a: Named) => `There is no type \`${a.name}\`.` },
  // ---- W4 types
  "type-mismatch": { code: "W401", severity: "error", title: "Wrong type", message: (a: { expected: string; got: string }) => `${a.expected} is needed here, this is ${a.got}.` },
  "may-be-none": { code: "W402", severity: "error", title: "May be none", message: (a: { what: string; why: string }) => `${a.what} may be \`none\` here.${a.why}`, help: "Test it first (`!= none`), use `?.` or `??`, or unwrap it: `let x = … else \"…\"`." },
  "bad-operands": { code: "W403", severity: "error", title: "Operator does not fit", message: (a: { op: string; left: string; right: string }) => `\`${a.op}\` does not apply to ${a.left} and ${a.right}.` },
  "bad-operand": { code: "W404", severity: "error", title: "Operator does not fit", message: (a: { op: string; of: string }) => `\`${a.op}\` does not apply to ${a.of}.` },
  "not-comparable": { code: "W405", severity: "error", title: "Never equal", message: (a: { left: string; right: string }) => `${a.left} and ${a.right} cannot be compared.` },
  "not-callable": { code: "W407", severity: "error", title: "Not a function", message: (a: Named) => `\`${a.name}\` cannot be called.` },
  "argument-count": { code: "W408", severity: "error", title: "Wrong number of arguments", message: (a: Named & { expected: string; got: number }) => `\`${a.name}\` takes ${a.expected}, not ${a.got}.` },
  "missing-argument": { code: "W409", severity: "error", title: "Missing argument", message: (a: Named & { of: string }) => `${a.of} needs \`${a.name}\`.` },
  "lambda-expected": { code: "W410", severity: "error", title: "Lambda expected", message: (a: Named) => `\`${a.name}\` needs a lambda here, like \`x => …\`.` },
  "lambda-misplaced": { code: "W411", severity: "error", title: "Lambda out of place", message: () => "A lambda can only be an argument of a method that takes one." },
  "branches-differ": { code: "W412", severity: "error", title: "Branches of different types", message: (a: { a: string; b: string }) => `The branches are ${a.a} and ${a.b}; they must have one type.` },
  "not-exhaustive": { code: "W413", severity: "error", title: "Cases left out", message: (a: { missing: string }) => `This \`match\` leaves out ${a.missing}.`, help: "Add the arms, or `_ => …` for the rest." },
  "unreachable-arm": { code: "W414", severity: "warning", title: "Arm never taken", message: () => "Earlier arms take every value that would come here." },
  "bad-index": { code: "W415", severity: "error", title: "Cannot be indexed", message: (a: { of: string }) => `${a.of} cannot be indexed.` },
  "slots-missing": { code: "W416", severity: "error", title: "Members left out", message: (a: { missing: string; of: string }) => `A value for ${a.missing} of ${a.of} is missing.` },
  "element-types": { code: "W417", severity: "error", title: "Mixed list", message: (a: { a: string; b: string }) => `The items of a list have one type; here are ${a.a} and ${a.b}.` },
  "cannot-infer": { code: "W418", severity: "error", title: "Type unclear", message: (a: { what: string }) => `The type of ${a.what} cannot be told here.` },
  "case-not-known": { code: "W419", severity: "error", title: "Case not known", message: (a: Named & { cases: string }) => `\`${a.name}\` belongs to ${a.cases}; test with \`is\` first.` },
  "write-parens": { code: "W420", severity: "error", title: "Parentheses not needed", message: (a: Named) => `\`${a.name}\` takes no arguments; write it without parentheses.` },
  "money-times-money": { code: "W421", severity: "error", title: "Money times money", message: () => "Money cannot be multiplied by money.", help: "One factor must be a number: how many, or a share such as `5%`." },
  "int-needed": { code: "W422", severity: "error", title: "Whole number needed", message: (a: { op: string }) => `\`${a.op}\` is for whole numbers; this has a float.`, help: "`floor`, `ceil` and `round` make a whole number of a float; `/` divides floats." },
  "bad-pattern": { code: "W423", severity: "error", title: "Malformed pattern", message: (a: { problem: string }) => `This pattern cannot be used: ${a.problem.replace(/^\/.*\/\w*: /, "")}.` },
  "bad-duration": { code: "W425", severity: "error", title: "Not whole seconds", message: (a: { text: string }) => `\`${a.text}\` is not a whole number of seconds.`, help: "Time runs in whole seconds." },
  "empty-range": { code: "W426", severity: "error", title: "Empty range", message: () => "This range ends before it begins." },
  "view-mismatch": { code: "W427", severity: "error", title: "View of another entity", message: (a: Named & { of: string; got: string }) => `\`${a.name}\` is a view of ${a.of}, this is ${a.got}.` },
  "entity-in-result": { code: "W428", severity: "error", title: "Unprintable value", message: (a: { type: string }) => `${a.type} cannot stand in a text.`, help: "Name the field to print." },
  // ---- W5 flow
  "random-misplaced": { code: "W501", severity: "error", title: "Randomness out of place", message: () => "`random` may stand only in `init`, `starts`, the bodies of triggers that the clock fires, and the tools of a `server`.", help: "A tool's outcome must follow from the state; draw in `init` and store what was drawn." },
  "missing-return": { code: "W502", severity: "error", title: "Return missing", message: (a: Named) => `\`${a.name}\` returns a value on some paths and not on others.`, help: "Return on every path, or `fail` where there is no result." },
  "return-types": { code: "W503", severity: "error", title: "Returns of different types", message: (a: { a: string; b: string }) => `One \`return\` gives ${a.a}, another ${a.b}.`, help: "Return one type on every path, or `fail` where there is no result." },
  "unreachable": { code: "W504", severity: "warning", title: "Never reached", message: () => "Nothing after this `return` or `fail` is reached." },
  "use-after-delete": { code: "W505", severity: "error", title: "Used after deletion", message: (a: Named) => `\`${a.name}\` has been deleted by then.`, help: "Read what you need from it before the `delete`." },
  "write-after-advance": { code: "W506", severity: "error", title: "Write after advance", message: () => "Nothing may be written after `advance`.", help: "`advance` commits what was written: do all writing before it." },
  "write-in-expression": { code: "W507", severity: "error", title: "Write out of place", message: (a: { what: string }) => `${a.what} cannot stand here.` },
  "statement-misplaced": { code: "W508", severity: "error", title: "Statement out of place", message: (a: { what: string; where: string }) => `${a.what} cannot stand in ${a.where}.` },
  "recursion": { code: "W509", severity: "error", title: "Recursion", message: (a: Named & { chain: string }) => `\`${a.name}\` leads back to itself: ${a.chain}.`, help: "Every call must end; only a view may recurse, down a `tree` relation." },
  "unset-state": { code: "W510", severity: "error", title: "State never set", message: (a: Named) => `\`${a.name}\` has no default, and \`init\` does not set it on every path.`, help: "Set it in every branch, or give it a default." },
  "read-before-set": { code: "W511", severity: "error", title: "State read before it is set", message: (a: Named) => `\`${a.name}\` has no value yet when this reads it.`, help: "Set it earlier in `init`, or give it a default." },
  "assign-key": { code: "W512", severity: "error", title: "Key assigned", message: (a: Named) => `\`${a.name}\` is part of the key, which never changes.` },
  "not-assignable": { code: "W513", severity: "error", title: "Cannot be set", message: (a: { what: string }) => `${a.what} cannot be set.` },
  "constant-needed": { code: "W514", severity: "error", title: "Constant needed", message: (a: { what: string }) => `${a.what} must be written out: a literal, or a range of literals where a range may stand.` },
  "unused-local": { code: "W515", severity: "warning", title: "Unused name", message: (a: Named) => `\`${a.name}\` is never used.`, help: "Remove it, or begin its name with `_`." },
  "useless-unwrap": { code: "W516", severity: "warning", title: "Never none", message: () => "This is never `none`, so the `else` is never taken." },
  "default-reads-later": { code: "W517", severity: "error", title: "Default reads too much", message: (a: Named) => `A default may read the fields before it and state; \`${a.name}\` comes later.` },
  "trigger-clause": { code: "W518", severity: "error", title: "Clauses that do not go together", message: (a: { what: string }) => `${a.what}.` },
  "period": { code: "W519", severity: "error", title: "Bad period", message: () => "A period is at least a second, and above a day a whole number of days.", help: "Periods up to a day start over at each midnight; longer ones are counted from a Monday." },
  "when-reads-clock": { code: "W520", severity: "warning", title: "Condition over the clock", message: (a: { what: string }) => `This ${a.what} reads the clock, and is looked at only after calls and where another trigger stops the clock.`, help: "For a moment in time write `at instant` or `every period`; let such a trigger set a state field that `when` reads." },
  "may-not-settle": { code: "W521", severity: "warning", title: "Triggers that may not settle", message: (a: { names: string }) => `${a.names} can make each other's conditions true in turn.`, help: "Give one of them `once`, or let a condition ask for what the others cannot bring about." },
  // ---- W6 declarations
  "key-missing": { code: "W601", severity: "error", title: "Entity without a key", message: (a: Named) => `${a.name} has no key, so none of its rows can be looked up by one.`, help: "Add a key, such as `key name: string`, or `key id: id(\"…\")` for one that the store makes." },
  "key-type": { code: "W602", severity: "error", title: "Type cannot be a key", message: (a: { type: string }) => `${a.type} cannot be a key.`, help: "A key is a `string`, an `int`, a `date`, a `datetime`, an enum, an entity or an `id(\"…\")`." },
  "id-not-key": { code: "W603", severity: "error", title: "Id outside a key", message: () => "`id(\"…\")` makes new identifiers, so it can only be an entity's one key field." },
  "two-keys": { code: "W604", severity: "error", title: "Two keys", message: (a: Named) => `${a.name} has a key already; a composite key is written in one line: \`key a: A, b: B\`.` },
  "reference-rule": { code: "W605", severity: "error", title: "Deletion rule out of place", message: (a: { rule: string }) => `\`${a.rule}\` says what to do when a referenced row is deleted; this field refers to none.` },
  "detach-not-optional": { code: "W606", severity: "error", title: "Detach needs an optional field", message: () => "`detach` sets the field to `none`, so its type must end in `?`." },
  "tree-not-self": { code: "W607", severity: "error", title: "Tree over another entity", message: () => "A `tree` relation is an optional reference to the same entity.", help: "Write it as `parent: Category? tree`, with the entity's own name." },
  "folded-not-text": { code: "W608", severity: "error", title: "Folded but no text", message: () => "`folded` ignores upper and lower case, so it fits only a `string` key." },
  "inverse-no-match": { code: "W609", severity: "error", title: "Inverse without a relation", message: (a: { entity: string; field: string; here: string }) => `\`${a.field}\` of ${a.entity} does not refer to ${a.here}.` },
  "inverse-many": { code: "W610", severity: "error", title: "To-one inverse of a many relation", message: (a: { entity: string; field: string }) => `Several rows of ${a.entity} may have one \`${a.field}\`; make it the key or \`unique\`, or write \`${a.entity}[]\`.` },
  "inverse-set": { code: "W611", severity: "error", title: "Inverse assigned", message: (a: Named) => `\`${a.name}\` is the other side of a relation; set the side that is stored.` },
  "field-type": { code: "W612", severity: "error", title: "Type cannot be stored", message: (a: { type: string; why: string }) => `A field cannot be ${a.type}: ${a.why}.` },
  "entity-list-field": { code: "W613", severity: "error", title: "List of rows stored", message: (a: { entity: string }) => `Rows are not stored in a list; write \`Set<${a.entity}>\`, or an inverse \`${a.entity}[] of …\`.` },
  "unique-type": { code: "W614", severity: "error", title: "Cannot be unique", message: (a: { type: string }) => `${a.type} cannot be \`unique\`.`, help: "Texts, whole numbers, dates, enums and references can be unique." },
  "field-not-given": { code: "W615", severity: "error", title: "Field not given", message: (a: Named & { entity: string }) => `\`create ${a.entity}\` must give \`${a.name}\`: it has no default.` },
  "key-given": { code: "W616", severity: "error", title: "Generated key given", message: (a: Named) => `\`${a.name}\` is made by the store and cannot be given.` },
  "duplicate-field": { code: "W617", severity: "error", title: "Field given twice", message: (a: Named) => `\`${a.name}\` is given twice.` },
  "view-recursion": { code: "W618", severity: "error", title: "View recurses", message: (a: Named) => `\`${a.name}\` contains itself other than down a \`tree\` relation, so it would never end.` },
  "guard-twice": { code: "W619", severity: "warning", title: "Guard named twice", message: (a: Named) => `\`${a.name}\` is named twice.` },
  "duplicate-parameter": { code: "W620", severity: "error", title: "Parameter declared twice", message: (a: Named) => `\`${a.name}\` is declared already as a parameter.` },
  "wire-name": { code: "W621", severity: "error", title: "Bad wire name", message: (a: Named) => `\`${a.name}\` cannot be a tool's name: lower-case letters, digits and \`_\`, a letter first, at most 40.`, help: "The source may keep the name: `tool myTool as my_tool(…)`." },
  "wire-reserved": { code: "W622", severity: "error", title: "Reserved wire name", message: (a: Named) => `\`${a.name}\` is a name of the kernel or the control protocol.`, help: "Give it another wire name: `tool name as other_name(…)`." },
  "wire-collision": { code: "W623", severity: "error", title: "Two tools of one name", message: (a: Named & { a: string; b: string }) => `${a.a} and ${a.b} are both called \`${a.name}\` on the wire.`, help: "Give one an explicit wire name: `tool name as other_name(…)`." },
  "undocumented": { code: "W624", severity: "hint", title: "Undocumented", message: (a: { what: string }) => `${a.what} has no documentation; an agent sees it without a description.` },
  "refinement-type": { code: "W625", severity: "error", title: "Refinement does not fit", message: (a: { what: string; type: string }) => `\`${a.what}\` does not apply to ${a.type}.` },
  "default-not-valid": { code: "W626", severity: "error", title: "Default breaks its own rule", message: (a: { text: string }) => `The default does not satisfy \`where ${a.text}\`.` },
  "doc-param-unknown": { code: "W627", severity: "warning", title: "Documented parameter does not exist", message: (a: Named) => `\`@param ${a.name}\` names no parameter.` },
  "init-twice": { code: "W628", severity: "error", title: "Two inits", message: (a: Named) => `${a.name} has an \`init\` already.`, help: "Put both into one." },
  "server-state": { code: "W629", severity: "error", title: "Server with state", message: (a: { what: string }) => `A \`server\` has no state, so ${a.what} cannot stand in it.` },
  "param-type": { code: "W630", severity: "error", title: "Type cannot be a parameter", message: (a: { type: string }) => `${a.type} cannot be a tool's parameter.`, help: "A tool takes plain values, enums, rows, and lists and records of them." },
  "alias-cycle": { code: "W631", severity: "error", title: "Type contains itself", message: (a: Named) => `The type \`${a.name}\` contains itself.` },
  "enum-empty": { code: "W632", severity: "error", title: "Nothing declared", message: (a: Named) => `\`${a.name}\` has no members.` },
  "record-key": { code: "W633", severity: "error", title: "Record key", message: () => "`Record` is keyed by `string` or by an enum.", help: "Where something else is the key, declare an entity." },
  "extends-nothing": { code: "W634", severity: "error", title: "Extend without an app", message: (a: Named) => `\`extend app ${a.name}\` extends no app that this file declares or imports.` },
  "polygon-corners": { code: "W635", severity: "error", title: "Polygon without an inside", message: (a: { count: number }) => `A polygon needs at least three corners; this has ${a.count}.` },
  "fault-misfit": { code: "W636", severity: "error", title: "Fault that does not fit", message: (a: { tool: string; effect: string; why: string }) => `\`${a.tool}\` cannot give a \`${a.effect}\` answer: ${a.why}.` },
  // ---- W7 effects and edges
  "edge-unsupported-data": { code: "W701", severity: "error", title: "Edge not supported", message: (a: { from: string; tool: string; param: string; type: string }) => `Nothing that \`${a.from}\` returns can be \`${a.tool}.${a.param}\` (${a.type}).` },
  "edge-unsupported-need": { code: "W702", severity: "error", title: "Edge not supported", message: (a: { need: string; tool: string }) => `\`${a.need}\` writes nothing that a precondition or fault of ${a.tool} reads.` },
  "edge-when": { code: "W703", severity: "error", title: "Edge condition not supported", message: (a: { need: string }) => `\`${a.need}\` writes nothing that this condition reads.` },
  "edge-self": { code: "W704", severity: "error", title: "Edge to itself", message: (a: Named) => `\`${a.name}\` cannot be its own prerequisite.` },
  // ---- W8 worlds and tests
  "no-world": { code: "W801", severity: "error", title: "No world", message: (a: { path: string }) => `\`${a.path}\` declares neither a world nor an app, so there is nothing to build.` },
  "several-worlds": { code: "W802", severity: "error", title: "Several worlds", message: (a: { names: string }) => `This file declares several worlds (${a.names}); a file builds one.`, help: "Give each a file of its own." },
  "missing-app": { code: "W803", severity: "error", title: "Used app missing", message: (a: { app: string; uses: string }) => `${a.app} uses ${a.uses}, which is not among the world's apps.`, help: "Add it to the world's `apps`." },
  "duplicate-test": { code: "W805", severity: "error", title: "Two tests of one name", message: (a: Named) => `Another test is called "${a.name}".` },
  "test-nothing": { code: "W806", severity: "warning", title: "Test without a check", message: (a: Named) => `The test "${a.name}" neither calls a tool nor expects anything.` },
  "cost-range": { code: "W808", severity: "error", title: "Bad cost", message: () => "A cost is a duration of whole seconds, or a range of them, and not negative." },
  "task-clause-missing": { code: "W809", severity: "error", title: "Part of a task missing", message: (a: Named & { what: string }) => `The task \`${a.name}\` lacks ${a.what}.` },
  "seed-range": { code: "W810", severity: "error", title: "Bad seeds", message: () => "Seeds are a whole number, or a range of them such as `1..100`." },
  "ask-identifier": { code: "W811", severity: "error", title: "Identifier in an instruction", message: () => "The instruction shows an identifier, which no user would say.", help: "Name the row by what its user knows: a name, a title, a date." },
  "item-unreachable": { code: "W812", severity: "error", title: "Item that nothing brings about", message: (a: { text: string }) => `No tool and no trigger changes what \`${a.text}\` reads, so it is true or false from the start.`, help: "If it is to stay as it is, write `keep`; if it speaks of the start, select with it in `given`." },
  "goal-moves": { code: "W813", severity: "warning", title: "Goal that the agent can move", message: (a: { field: string }) => `This selects by \`${a.field}\` at the end, which tools can set.`, help: "Select from `start`, or in `given`: otherwise the agent can change what is asked instead of doing it." },
  "user-tool": { code: "W814", severity: "error", title: "A tool of the user's", message: (a: { tool: string; app: string }) => `\`${a.tool}\` belongs to ${a.app}, an app of the user: an agent asks for it with \`chat_with_user\`.` },
  "agent-tool": { code: "W815", severity: "error", title: "Not a tool of the user's", message: (a: { tool: string }) => `\`${a.tool}\` belongs to no \`app … for user\`: what a user \`does\` is done with the user's own tools.` },
});

export type Code = keyof typeof CODES;
export type CodeArgs<C extends Code> = Parameters<(typeof CODES)[C]["message"]> extends [infer A] ? A : undefined;
