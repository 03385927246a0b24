import { type NamedSubject, type SentencePart, deletedSubjectText } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";

/** 'changed 797047 in 0014.jpg: quantity 1 → 7', with links to what it names. */
export function Sentence({ parts }: { parts: readonly SentencePart[] }): ReactElement {
  return (
    <>
      {parts.map((part, at) =>
        typeof part === "string" ? (
          part
        ) : (
          // Parts never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <SubjectLink key={at} subject={part} />
        ),
      )}
    </>
  );
}

function SubjectLink({ subject: { kind, name, slug, sid, imageSid } }: { subject: NamedSubject }): ReactElement {
  if (name === null) return <span className="pc-quiet">{deletedSubjectText({ kind })}</span>;
  const text = <bdi>{name}</bdi>;
  if (slug === null) return text;
  if (imageSid !== null) {
    return (
      <Link to="/projects/$projectId/eventImages/images/$imageId" params={{ projectId: slug, imageId: imageSid }}>
        {text}
      </Link>
    );
  }
  if (kind === "report") {
    return (
      <Link to="/projects/$projectId/reports/$reportId" params={{ projectId: slug, reportId: sid }}>
        {text}
      </Link>
    );
  }
  return (
    <Link
      to={kind === "area" ? "/projects/$projectId/areas" : "/projects/$projectId/eventImages"}
      params={{ projectId: slug }}
    >
      {text}
    </Link>
  );
}
