import { type XmlElement, childOf, childrenOf } from "./xml.ts";

/** A formula as one line of text: `(a+b)/2`, `x^2`, `√(n)`. */
export function mathText(element: XmlElement): string {
  const part = (name: string) => {
    const child = childOf(element, name);
    return child ? mathText(child) : "";
  };
  switch (element.name) {
    case "m:t":
      return element.children.filter((child) => typeof child === "string").join("");
    case "m:f":
      return `${grouped(part("m:num"))}/${grouped(part("m:den"))}`;
    case "m:sSup":
      return `${part("m:e")}^${grouped(part("m:sup"))}`;
    case "m:sSub":
      return `${part("m:e")}_${grouped(part("m:sub"))}`;
    case "m:sSubSup":
      return `${part("m:e")}_${grouped(part("m:sub"))}^${grouped(part("m:sup"))}`;
    case "m:rad":
      return `${part("m:deg")}√(${part("m:e")})`;
    case "m:d":
      return `${sign(element, "m:begChr", "(")}${childrenOf(element, "m:e").map(mathText).join(", ")}${sign(element, "m:endChr", ")")}`;
    case "m:nary":
      return `${sign(element, "m:chr", "∫")}${limits(part("m:sub"), part("m:sup"))} ${part("m:e")}`;
    default:
      return childrenOf(element).map(mathText).join("");
  }
}

const grouped = (text: string): string => (/^[\p{L}\p{N}.,]*$/u.test(text) ? text : `(${text})`);

const limits = (sub: string, sup: string): string =>
  (sub === "" ? "" : `_${grouped(sub)}`) + (sup === "" ? "" : `^${grouped(sup)}`);

function sign(element: XmlElement, name: string, otherwise: string): string {
  const properties = childrenOf(element).find((child) => child.name.endsWith("Pr"));
  return childOf(properties, name)?.attributes["m:val"] ?? otherwise;
}
