import { Outlet, useMatches } from "@tanstack/react-router";
import { Layout } from "antd";
import { type ReactElement, type ReactNode, Suspense, lazy, useState } from "react";
import { useAuthUser } from "../shared/session/auth-user.ts";
import { isMenuCollapsed, storeMenuCollapsed } from "../shared/session/storage.ts";
import { SaveQueueProvider } from "../features/event/review/saving/SaveQueueProvider.tsx";
import { useRunningUploads } from "../shared/uploads/running-uploads.ts";
import { HelpButton } from "../shared/help/HelpButton.tsx";
import { CONTENT_ID } from "../ui/content.ts";
import { HEADER_SLOT_ID } from "../ui/HeaderSlot.tsx";
import { VersionText } from "../shared/version/VersionText.tsx";
import { Breadcrumbs } from "./Breadcrumbs.tsx";
import { Help } from "./help/Help.tsx";
import { Palette } from "./palette/Palette.tsx";
import styles from "./PrivateLayout.module.css";
import { SideMenu } from "./SideMenu.tsx";
import { SignInAgainDialog } from "./sign-in-again/SignInAgainDialog.tsx";
import { useMedia } from "../shared/browser/use-media.ts";
import { useRouteNames, useScreenTitle } from "./use-screen-title.ts";
import { UserMenu } from "./UserMenu.tsx";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The screen fills the window below the header: the page does not scroll and has no footer. */
    isFullBleed?: boolean;
  }
}

/** Loaded after the screen itself, because the photos it sends are not urgent. */
const UnsentPhotosButton = lazy(async () => ({
  default: (await import("../features/event/capture/UnsentPhotosButton.tsx")).UnsentPhotosButton,
}));

export function PrivateLayout(): ReactElement {
  useAuthUser();
  const [collapsed, setCollapsed] = useState(isMenuCollapsed);
  const isNarrow = useMedia("(max-width: 767px)");
  const isPhone = useMedia("(max-width: 600px)");
  const isTablet = useMedia("(max-width: 1100px)");
  const isFullBleed = useMatches({ select: (matches) => matches.some((match) => match.staticData.isFullBleed) });
  const uploads = useRunningUploads();
  // The right end of the header belongs to the photo: its main button is where the thumb is.
  const hasMenuFirst = isFullBleed && isPhone;
  // Full-bleed screens show a photo and need the width, and so do tablets. The stored preference is kept for other screens.
  const needsWidth = isFullBleed || isTablet;
  const isFolded = collapsed || needsWidth;
  const collapse = (now: boolean): void => {
    setCollapsed(now);
    storeMenuCollapsed(now);
  };
  return (
    <Layout className={styles["root"]}>
      <a className="pc-skip" href={`#${CONTENT_ID}`}>
        Skip to content
      </a>
      {!isNarrow && (
        <Layout.Sider
          theme="light"
          collapsible
          trigger={null}
          collapsed={isFolded}
          width={200}
          collapsedWidth={56}
          className={styles["sider"] ?? ""}
        >
          <SideMenu collapsed={isFolded} onCollapse={needsWidth ? null : collapse} />
        </Layout.Sider>
      )}
      <Layout>
        <Layout.Header className={styles["header"] ?? ""}>
          {hasMenuFirst && <UserMenu withPages />}
          <Breadcrumbs onlyBack={isFullBleed && isPhone} />
          <div id={HEADER_SLOT_ID} className={styles["slot"]} />
          {uploads && <uploads.Button isShown={!(isFullBleed && isPhone)} />}
          <Palette isButtonShown={!(isFullBleed && isPhone)} />
          {!(isFullBleed && isPhone) && (
            <>
              <Suspense>
                <UnsentPhotosButton />
              </Suspense>
              <HelpButton />
            </>
          )}
          {!hasMenuFirst && <UserMenu withPages={isNarrow} />}
        </Layout.Header>
        <Content isFullBleed={isFullBleed}>
          <SaveQueueProvider>
            <Outlet />
            <SignInAgainDialog />
          </SaveQueueProvider>
        </Content>
        {!isFullBleed && (
          <Layout.Footer className={styles["footer"] ?? ""}>
            <VersionText />
          </Layout.Footer>
        )}
      </Layout>
      {/* Full-bleed screens have their own key table, which includes `?`. */}
      <Help hasKey={!isFullBleed} />
    </Layout>
  );
}

/** The content area, labelled with the title of the browser tab so that screen readers announce it on navigation. */
function Content({ isFullBleed, children }: { isFullBleed: boolean; children: ReactNode }): ReactElement {
  const title = useScreenTitle(useRouteNames());
  return (
    <Layout.Content
      id={CONTENT_ID}
      tabIndex={-1}
      aria-label={title}
      className={isFullBleed ? styles["full"] : styles["content"]}
    >
      {children}
    </Layout.Content>
  );
}
