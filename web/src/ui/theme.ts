import { type ThemeConfig, theme } from "antd";

/** Preferences of the user's system. Each is a media query that the app follows live. */
export type SystemPreferences = { dark: boolean; coarsePointer: boolean; reducedMotion: boolean };

const FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';

/** The seed values of the design; Ant Design's algorithms derive the light and dark palettes. */
export function themeFor({ dark, coarsePointer, reducedMotion }: SystemPreferences): ThemeConfig {
  return {
    // The CSS rules are in a generated file (antd-sheet.ts); the theme sets only the values of their variables.
    zeroRuntime: true,
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: "#1F6FEB",
      // Ant Design's default is lighter: white text on it falls short of AA contrast.
      colorPrimaryHover: "#1A5FD0",
      colorInfo: "#1F6FEB",
      colorSuccess: "#1A7F4B",
      colorWarning: "#D97706",
      // The dark algorithm would darken the seed until it cannot be read as text.
      colorError: dark ? "#F0857C" : "#C0362C",
      // The primary color is for fills; as text on gray it falls short of AA contrast.
      colorLink: dark ? "#6CA6FF" : "#1557C0",
      colorLinkHover: dark ? "#9CC3FF" : "#1F6FEB",
      borderRadius: 6,
      fontFamily: FONT,
      fontSize: 14,
      // Touch targets are at least 44 px.
      controlHeight: coarsePointer ? 44 : 32,
      controlHeightSM: coarsePointer ? 44 : 24,
      motion: !reducedMotion,
      motionDurationFast: "0.08s",
      motionDurationMid: "0.12s",
      motionDurationSlow: "0.12s",
      // Ant Design's default is 45 % black, which falls short of AA contrast on white.
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
      // The algorithms make gray of the dark green.
      Alert: {
        colorSuccessBg: dark ? "#12251B" : "#EDF7F1",
        colorSuccessBorder: dark ? "#2C5E43" : "#9FD3B5",
      },
      Slider: {
        trackBg: "#1F6FEB",
        trackHoverBg: "#1F6FEB",
        handleColor: "#1F6FEB",
        handleSize: coarsePointer ? 24 : 12,
        handleSizeHover: coarsePointer ? 24 : 14,
        controlSize: coarsePointer ? 44 : 16,
      },
      Table: { cellPaddingBlockMD: 8, cellPaddingBlockSM: 4, cellPaddingInlineSM: 12 },
      Menu: { itemHeight: coarsePointer ? 44 : 40, itemSelectedColor: dark ? "#8FBBFF" : "#1557C0" },
      Button: {
        dangerColor: dark ? "#141414" : "#fff",
        // Ant Design's default is a lighter primary, which falls short of AA contrast on white.
        defaultHoverColor: dark ? "#6CA6FF" : "#1557C0",
        defaultActiveColor: dark ? "#9CC3FF" : "#1557C0",
      },
    },
  };
}
