import { ArrowLeftOutlined } from "@ant-design/icons";
import { Link, useLocation, useParams } from "@tanstack/react-router";
import { Breadcrumb } from "antd";
import type { ReactElement } from "react";
import { crumbsFor, shortenCrumbs } from "./breadcrumbs.ts";
import styles from "./PrivateLayout.module.css";
import { useMedia } from "../shared/browser/use-media.ts";
import { visitedSearch } from "../shared/paging/list-visits.ts";
import { useRouteNames } from "./use-screen-title.ts";

/** A parent page is not the current page, although its address is a prefix of the current one. */
const EXACT = { exact: true };

/** @param props.onlyBack show only the link back, for the review of a photo on a phone */
export function Breadcrumbs({ onlyBack }: { onlyBack: boolean }): ReactElement {
  const pathname = useLocation({ select: (location) => location.pathname });
  const params: Record<string, string> = useParams({ strict: false });
  const isNarrow = useMedia("(max-width: 1279px)");
  const crumbs = crumbsFor(pathname, params, useRouteNames());
  const [back] = shortenCrumbs(crumbs);
  if (onlyBack && back?.to) {
    return (
      <Link
        to={back.to}
        search={visitedSearch(back.to)}
        activeOptions={EXACT}
        className={styles["back"]}
        aria-label={`Back to ${back.label}`}
      >
        <ArrowLeftOutlined />
      </Link>
    );
  }
  return (
    <nav aria-label="Breadcrumbs" className={styles["crumbs"]}>
      <Breadcrumb
        separator="›"
        items={(isNarrow ? shortenCrumbs(crumbs) : crumbs).map(({ label, to }) => ({
          key: to ?? label,
          title:
            to === null ? (
              <bdi title={label}>{label}</bdi>
            ) : (
              <Link to={to} search={visitedSearch(to)} activeOptions={EXACT} title={label}>
                <bdi>{label}</bdi>
              </Link>
            ),
        }))}
      />
    </nav>
  );
}
