import { useMatches } from "@tanstack/react-router";
import { Button, Drawer } from "antd";
import { type ReactElement, useRef } from "react";
import { ReviewKeysInHelp } from "../../features/event/review/keyboard/ReviewKeysInHelp.tsx";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import type { ShownHelp } from "../../shared/help/help.ts";
import { helpFor } from "../../shared/help/screens.ts";
import { GLOSSARY_TERMS } from "../../shared/help/glossary.ts";
import { startTour } from "../../shared/tour/tour.ts";
import { VersionText } from "../../shared/version/VersionText.tsx";
import { useHasDemo } from "../../shared/tour/use-has-demo.ts";
import { useMedia } from "../../shared/browser/use-media.ts";
import { KeyList } from "../../ui/KeyList.tsx";
import styles from "./HelpPanel.module.css";

type Props = { isOpen: boolean; onClose: () => void };

/** The purpose of the current screen, its actions, its keys and the terms it uses. */
export function HelpPanel({ isOpen, onClose }: Props): ReactElement {
  const routeId = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? "" });
  const contents = useRef<HTMLElement>(null);
  const isPhone = useMedia("(max-width: 600px)");
  const help = helpFor(routeId, useAuthUser());
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      title={help === null ? "Help" : `Help: ${help.title}`}
      size={isPhone ? "100%" : 440}
      styles={DRAWER_STYLES}
      // Focus the text so that arrow and page keys scroll it.
      afterOpenChange={(opened) => opened && contents.current?.focus()}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls and takes the focus for that */}
      <section ref={contents} tabIndex={0} aria-label="Help" className={styles["help"]}>
        {help === null ? <p>There is no help for this page.</p> : <Contents help={help} onClose={onClose} />}
      </section>
    </Drawer>
  );
}

/** The inner section scrolls and takes the focus, so the drawer's body must not scroll. */
const DRAWER_STYLES = { body: { padding: 0, overflow: "hidden" } } as const;

type ContentsProps = { help: ShownHelp; onClose: () => void };

function Contents({ help: { about, points, keys, terms }, onClose }: ContentsProps): ReactElement {
  const hasDemo = useHasDemo(true);
  return (
    <>
      <p className={styles["about"]}>{about}</p>
      <section aria-labelledby="help-points">
        <h3 id="help-points">What you do here</h3>
        <ul className={styles["points"]}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </section>
      {keys !== undefined && (
        <section aria-labelledby="help-keys">
          <h3 id="help-keys">Keys</h3>
          {keys === "review" ? <ReviewKeysInHelp onLeave={onClose} /> : <KeyList rows={keys} />}
        </section>
      )}
      {terms !== undefined && (
        <section aria-labelledby="help-terms">
          <h3 id="help-terms">Words</h3>
          <dl>
            {terms.map((term) => (
              <div key={term}>
                <dt>{GLOSSARY_TERMS[term].title}</dt>
                <dd>{GLOSSARY_TERMS[term].definition}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {hasDemo && (
        <Button
          className={styles["around"] ?? ""}
          onClick={() => {
            onClose();
            startTour();
          }}
        >
          Show me around
        </Button>
      )}
      <p className={`pc-quiet ${styles["how"] ?? ""}`}>
        <kbd>?</kbd> opens this on every page, <kbd>Esc</kbd> closes it. <kbd>Ctrl+K</kbd> searches everywhere.
        <br />
        <VersionText />
      </p>
    </>
  );
}
