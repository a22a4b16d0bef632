/** Lists and bodies: what stands in brackets, one item per line or all on one, with the comments between the items. */

import { doc, type Doc } from "prettier";
import type { Doc as Documentation, Span } from "../../grammar/ast.js";
import { type Comments, ownLines, trailing, type Placed } from "./comments.js";
import type { Region, Source } from "./source.js";

const { group, hardline, ifBreak, indent, line, softline } = doc.builders;
const { willBreak } = doc.utils;

/** Between items that share a line and are not separated by commas. */
const WIDE_SPACE = "   ";

/** What printing a file needs. */
export interface Printing {
  readonly source: Source;
  readonly comments: Comments;
  readonly width: number;
  /** In the head of a block, where a `{` would begin the block: a record needs parentheses. */
  inHead: boolean;
}

/** Something that may have a line of its own. */
export interface Item {
  /** Where it starts, its documentation included, and ends. */
  readonly span: Span;
  /** Where it starts behind its documentation. */
  readonly at: number;
  /** Prints it without its documentation. */
  readonly print: () => Doc;
  /** Bodies: items of different families are set apart by a blank line. */
  readonly family?: string;
}

/** An item for a node that may be documented. */
export function item(node: { readonly span: Span; readonly doc?: Documentation }, print: () => Doc, family?: string): Item {
  const start = node.doc?.span.start ?? node.span.start;
  return {
    span: { start, end: node.span.end },
    at: node.span.start,
    print,
    ...(family === undefined ? {} : { family }),
  };
}

/** The `///` lines in front of a node, and the comments between them. */
export function documentation(p: Printing, start: number, at: number): Doc {
  return start === at ? "" : ownLines(p.comments.take(start, at));
}

/** An item with the comments around it. */
interface Laid {
  readonly item: Item;
  readonly before: readonly Placed[];
  readonly doc: Doc;
  readonly trailing: Doc;
}

interface Laying {
  readonly opening: Doc;
  readonly items: readonly Laid[];
  /** Comments behind the last item. */
  readonly rest: readonly Placed[];
  /** Are there comments that need lines of their own? */
  readonly commented: boolean;
}

/** Prints items, and everything between them. `lead` are comments to put in front of the first one. */
function lay(p: Printing, region: Region, items: readonly Item[], lead: readonly Placed[] = [], hasOpener = true): Laying {
  let commented = lead.length > 0;
  const note = (own: readonly Placed[], behind?: Placed): void => void (commented ||= own.length > 0 || behind !== undefined);
  const laid: Laid[] = [];
  const first = p.comments.gap(region.open, items[0]?.span.start ?? region.close, hasOpener && lead.length === 0);
  note(first.own, first.trailing);
  let own: readonly Placed[] = [...lead, ...first.own];
  items.forEach((each, i) => {
    const docs = documentation(p, each.span.start, each.at);
    const printed = each.print();
    const strays = p.comments.strays(each.at, each.span.end);
    const gap = p.comments.gap(each.span.end, items[i + 1]?.span.start ?? region.close);
    const behind = gap.trailing ? [...strays.after, gap.trailing] : strays.after;
    note([...gap.own, ...strays.before], behind[0]);
    laid.push({ item: each, before: own, doc: [docs, ownLines(strays.before), printed], trailing: trailing(behind[0]) });
    own = [...behind.slice(1).map((c) => ({ ...c, blank: false })), ...gap.own];
  });
  return { opening: trailing(first.trailing), items: laid, rest: own, commented };
}

/** Runs with the block's head left, as inside any bracket. */
export function inBrackets<R>(p: Printing, run: () => R): R {
  const { inHead } = p;
  p.inHead = false;
  const result = run();
  p.inHead = inHead;
  return result;
}

/** How a comma-separated list is set. */
export interface ListStyle {
  readonly brackets: "()" | "[]" | "{}";
  /** Does a line break of the author's behind the opening bracket keep the list broken? */
  readonly keepBroken?: boolean;
  /** May an only element share the lines of the brackets? */
  readonly hug?: boolean;
  /** What an empty list is printed as. */
  readonly empty?: string;
}

/** A comma-separated list in brackets. */
export function list(p: Printing, region: Region, items: readonly Item[], style: ListStyle): Doc {
  const [open, close] = [style.brackets[0]!, style.brackets[1]!];
  const laying = inBrackets(p, () => lay(p, region, items));
  if (items.length === 0 && !laying.commented) return style.empty ?? style.brackets;
  if (style.hug && items.length === 1 && !laying.commented) return [open, laying.items[0]!.doc, close];
  const space = open === "{" ? line : softline;
  const elements = laying.items.map((laid, i): Doc => {
    const last = i === items.length - 1;
    return [i === 0 ? "" : separation(p, laid), leading(p, laid), laid.doc, last ? ifBreak(",") : ",", laid.trailing];
  });
  const broken = style.keepBroken === true && p.source.breaksAfter(region);
  if (items.length === 0 && laying.rest.length === 0) return [open, indent(laying.opening), hardline, close];
  return group([open, indent([laying.opening, space, elements, rest(laying, items.length === 0)]), space, close], { shouldBreak: broken || laying.commented });
}

/** Does a blank line of the author's stand in front of an item and its comments? */
function blankBefore(p: Printing, { before, item: { span } }: Laid): boolean {
  return before[0] ? before[0].blank : p.source.blankBefore(span.start);
}

/** The line break in front of an element. */
function separation(p: Printing, laid: Laid): Doc {
  return blankBefore(p, laid) ? [hardline, hardline] : line;
}

/** The comments in front of an item, with the author's blank lines between them and behind them. */
function leading(p: Printing, { before, item: { span } }: Laid): Doc {
  if (before.length === 0) return "";
  const lines = before.map((placed, i): Doc => [i > 0 && placed.blank ? hardline : "", ownLines([placed])]);
  return [lines, p.source.blankBefore(span.start) ? hardline : ""];
}

function rest({ rest: own }: Laying, alone: boolean): Doc {
  return own.map(({ blank, comment, behind }, i) => [alone && i === 0 ? "" : blank ? [hardline, hardline] : hardline, comment.text, behind]);
}

/** How the body of a block is set. */
export interface BodyStyle {
  /** Comments between this offset and the opening brace move into the body. */
  readonly headFrom: number;
  /** Set items of different families apart. */
  readonly apart?: boolean;
  /** Keep items that share a line on it, where they fit. */
  readonly rows?: boolean;
  /** Keep a blank line behind the opening brace. */
  readonly airy?: boolean;
}

/** A body in braces: one item per line, or all on one where the author wrote them so and they fit. */
export function body(p: Printing, region: Region, items: readonly Item[], style: BodyStyle): Doc {
  return group(openBody(p, region, items, style));
}

/** A body that breaks with the group around it. */
export function openBody(p: Printing, region: Region, items: readonly Item[], style: BodyStyle): Doc {
  const lead = p.comments.takeHead(style.headFrom, region.open);
  const laying = inBrackets(p, () => lay(p, region, items, lead));
  if (items.length === 0 && !laying.commented) return "{ }";
  if (items.length === 0 && laying.rest.length === 0) return ["{", indent(laying.opening), hardline, "}"];
  const broken = laying.commented || p.source.breaks(region.open, region.close);
  const air = style.airy && broken && items.length > 0 && lead.length === 0 && blankBefore(p, laying.items[0]!) ? hardline : "";
  const inner = indent([laying.opening, broken ? hardline : line, air, sequence(p, laying, style, broken, 2), rest(laying, items.length === 0)]);
  return ["{", inner, broken ? hardline : line, "}"];
}

/** All declarations of a file. */
export function file(p: Printing, items: readonly Item[]): Doc {
  const laying = lay(p, { open: 0, close: p.source.text.length }, items, [], false);
  if (items.length === 0 && laying.rest.length === 0) return "";
  return [sequence(p, laying, { headFrom: 0, apart: true }, true, 0), rest(laying, items.length === 0), hardline];
}

/** Items one after the other, in rows. */
function sequence(p: Printing, { items }: Laying, style: BodyStyle, broken: boolean, indentation: number): Doc[] {
  const parts: Doc[] = [];
  let row: Doc[] = [];
  const flat = [softline, ifBreak("", WIDE_SPACE)];
  items.forEach((laid, i) => {
    const previous = items[i - 1];
    const printed = [laid.doc, laid.trailing];
    const sharesLine = previous !== undefined && laid.before.length === 0 && previous.trailing === "" && !p.source.breaks(previous.item.span.end, laid.item.span.start);
    if (style.rows && broken && sharesLine) {
      row.push(flat, printed);
      return;
    }
    if (row.length > 0) parts.push(group(row));
    row = [printed];
    if (previous) {
      const apart = style.apart === true && setApart(p, previous, laid, indentation);
      if (broken) parts.push(hardline, apart || blankBefore(p, laid) ? hardline : "");
      else parts.push(softline, apart ? softline : "", ifBreak("", WIDE_SPACE));
    }
    parts.push(leading(p, laid));
  });
  if (row.length > 0) parts.push(group(row));
  return parts;
}

/** Must a blank line stand between two items? Not between short ones of a family, unless documented. */
function setApart(p: Printing, a: Laid, b: Laid, indentation: number): boolean {
  if (a.item.family !== b.item.family) return true;
  if (a.item.family === "import") return false;
  return severalLines(p, a.doc, indentation) || severalLines(p, b.doc, indentation);
}

function severalLines(p: Printing, printed: Doc, indentation: number): boolean {
  if (willBreak(printed)) return true;
  const { formatted } = doc.printer.printDocToString(printed, { printWidth: p.width - indentation, tabWidth: 2, useTabs: false });
  return formatted.includes("\n");
}
