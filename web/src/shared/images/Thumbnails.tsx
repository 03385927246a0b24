import type { Thumbnail } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { type EventSection, toImage } from "./event-section.ts";
import { photoUrl } from "./photo-url.ts";
import styles from "./Thumbnails.module.css";

type Props = { section: EventSection; slug: string; thumbnails: readonly Thumbnail[] };

/** The newest photos of an event in a strip of five. A click opens one. */
export function Thumbnails({ section, slug, thumbnails }: Props): ReactElement {
  return (
    <ul className={styles["thumbnails"]} aria-label="Newest photos">
      {thumbnails.map(({ sid, name, src }) => (
        <li key={sid}>
          <Link {...toImage(section, slug, sid)} aria-label={`Open ${name}`} title={name}>
            <img src={photoUrl(src, 320)} alt="" width={64} height={48} loading="lazy" decoding="async" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
