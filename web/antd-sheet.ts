import { extractStyle } from "@ant-design/static-style-extract";
import { ConfigProvider } from "antd";
import { createElement } from "react";
import type { Plugin } from "vite";

/** What `src/main.tsx` imports. */
const NAME = "virtual:antd-sheet.css";
const VALUES = "values-of-tokens";
/**
 * Rules with the tokens' values, which the app writes itself as the person's system wishes, light or dark, for a mouse or fingers; and
 * the list of what is in the sheet, for who would add what is missing.
 */
const NOT_OURS = new RegExp(`\\.(${VALUES}|css-var-_R_\\w+_|data-ant-cssinjs)[^{}]*\\{[^{}]*\\}`, "g");

/** Of Ant Design, what no screen of ours is made of. */
export const UNUSED = [
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
  "Slider",
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
 * Ant Design's rules as a file: written by the components themselves, as they are drawn, they are half of the time that a slow tablet
 * takes to show a screen. Colours and sizes stay variables, which `themeFor` sets (`zeroRuntime`).
 */
export function antdSheet(theme: object = {}): string {
  const sheet = extractStyle({
    excludes: UNUSED,
    customTheme: (node) =>
      createElement(
        ConfigProvider,
        { theme: { ...theme, zeroRuntime: false, hashed: false, cssVar: { key: VALUES } } },
        node,
      ),
  });
  return sheet.replaceAll(NOT_OURS, "");
}

export function antdSheetPlugin(): Plugin {
  return {
    name: "precount:antd-sheet",
    resolveId: (id) => (id === NAME ? NAME : undefined),
    load: (id) => (id === NAME ? antdSheet() : undefined),
  };
}
