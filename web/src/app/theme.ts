import { type ThemeConfig, theme } from "antd";

/** What the person's system asks for; each is a media query the app follows live. */
export type SystemPreferences = { dark: boolean; coarsePointer: boolean; reducedMotion: boolean };

const FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';

/** Seeds of the owner's look (ui.md); Ant Design's algorithms make the rest, light and dark. */
export function themeFor({ dark, coarsePointer, reducedMotion }: SystemPreferences): ThemeConfig {
  return {
    // The rules are a file (antd-sheet.ts); the values of their variables are these.
    zeroRuntime: true,
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: "#1F6FEB",
      // Ant Design's own is lighter, and white letters on it fall short of AA.
      colorPrimaryHover: "#1A5FD0",
      colorInfo: "#1F6FEB",
      colorSuccess: "#1A7F4B",
      colorWarning: "#D97706",
      // The seed itself, darkened by the dark algorithm, could not be read as text.
      colorError: dark ? "#F0857C" : "#C0362C",
      // The primary is a fill; as text on our greys it falls short of AA.
      colorLink: dark ? "#6CA6FF" : "#1557C0",
      colorLinkHover: dark ? "#9CC3FF" : "#1F6FEB",
      borderRadius: 6,
      fontFamily: FONT,
      fontSize: 14,
      // Fingers need 44 px.
      controlHeight: coarsePointer ? 44 : 32,
      controlHeightSM: coarsePointer ? 44 : 24,
      motion: !reducedMotion,
      motionDurationFast: "0.08s",
      motionDurationMid: "0.12s",
      motionDurationSlow: "0.12s",
      // Ant Design's own is 45 % black, short of AA on white.
      colorTextDescription: dark ? "rgba(255,255,255,0.68)" : "rgba(0,0,0,0.62)",
      colorTextTertiary: dark ? "rgba(255,255,255,0.62)" : "rgba(0,0,0,0.60)",
      colorTextPlaceholder: dark ? "rgba(255,255,255,0.55)" : "rgba(0,0,0,0.56)",
    },
    components: {
      Layout: {
        headerHeight: 48,
        headerPadding: "0 16px",
        footerPadding: "8px 16px",
        footerBg: "transparent",
        bodyBg: dark ? "#101214" : "#f5f6f8",
      },
      Table: { cellPaddingBlockMD: 8, cellPaddingBlockSM: 4, cellPaddingInlineSM: 12 },
      Menu: { itemHeight: coarsePointer ? 44 : 40, itemSelectedColor: dark ? "#8FBBFF" : "#1557C0" },
      Button: {
        dangerColor: dark ? "#141414" : "#fff",
        // Ant Design's own is the primary made lighter, short of AA on white.
        defaultHoverColor: dark ? "#6CA6FF" : "#1557C0",
        defaultActiveColor: dark ? "#9CC3FF" : "#1557C0",
      },
    },
  };
}
