import type { ReactElement } from "react";
import styles from "./EventCard.module.css";

type Props = { people: readonly { sid: string; name: string }[]; me: string };

/** The names that fit on one line of a card. */
const MAX_NAMES = 2;

/** The other users who have an image of the event open: 'Ann and Bob are here'. */
export function People({ people, me }: Props): ReactElement | null {
  const others = people.filter(({ sid }) => sid !== me).map(({ name }) => name);
  if (others.length === 0) return null;
  const shown = others.slice(0, MAX_NAMES);
  const more = others.length - shown.length;
  const names = new Intl.ListFormat("en", { type: "conjunction" }).format([
    ...shown,
    ...(more > 0 ? [`${more} more`] : []),
  ]);
  return (
    <span className={styles["people"]} title={others.join(", ")}>
      {names} {others.length === 1 ? "is" : "are"} here
    </span>
  );
}
