import { extractStyle } from "@ant-design/static-style-extract";
import { ConfigProvider } from "antd";
import { createElement } from "react";
import type { Plugin } from "vite";

/** The virtual module that `src/main.tsx` imports. */
const NAME = "virtual:antd-sheet.css";
const VALUES = "values-of-tokens";
/**
 * Rules that the extracted sheet contains but the app must not: the values of the tokens, which `themeFor` sets at run time, and Ant
 * Design's list of the extracted components.
 */
const UNWANTED_RULES = new RegExp(`\\.(${VALUES}|css-var-_R_\\w+_|data-ant-cssinjs)[^{}]*\\{[^{}]*\\}`, "g");

/** Components of Ant Design that no screen uses. */
export const UNUSED_COMPONENTS = [
  "Affix",
  "Anchor",
  "AutoComplete",
  "Avatar",
  "BackTop",
  "Badge",
  "BorderBeam",
  "Calendar",
  "Card",
  "Carousel",
  "Cascader",
  "ColorPicker",
  "Descriptions",
  "Flex",
  "FloatButton",
  "Image",
  "List",
  "Listy",
  "Masonry",
  "Mentions",
  "Progress",
  "QRCode",
  "Rate",
  "Result",
  "Splitter",
  "Steps",
  "Switch",
  "Tabs",
  "TimePicker",
  "Timeline",
  "Transfer",
  "Tree",
  "TreeSelect",
  "Upload",
  "Watermark",
];

/**
 * Ant Design's CSS rules as a file. Generated at run time they take half of the time that a slow tablet needs to show a screen. Colors
 * and sizes stay variables, which `themeFor` sets (`zeroRuntime`).
 */
export function antdSheet(theme: object = {}): string {
  const sheet = extractStyle({
    excludes: UNUSED_COMPONENTS,
    customTheme: (node) =>
      createElement(
        ConfigProvider,
        { theme: { ...theme, zeroRuntime: false, hashed: false, cssVar: { key: VALUES } } },
        node,
      ),
  });
  return sheet.replaceAll(UNWANTED_RULES, "");
}

export function antdSheetPlugin(): Plugin {
  return {
    name: "precount:antd-sheet",
    resolveId: (id) => (id === NAME ? NAME : undefined),
    load: (id) => (id === NAME ? antdSheet() : undefined),
  };
}
