/**
 * Adds up the reports of the test runners: `node count-tests.ts vitest.json playwright.json [pytest.xml]`, in any order. Repeats the
 * failures, because they scroll out of sight in a long log. The last line is `N passed, N failed`; the exit status is 1 if a test failed,
 * no test ran or a report is missing.
 */
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

type Counts = { passed: number; failed: readonly Failure[] };
/** A failed test, or a file that could not be run, with its message. */
type Failure = { name: string; message: string };

type VitestReport = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
};

function fromVitest({ numPassedTests, testResults }: VitestReport): Counts {
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status === "failed")
      .map(({ fullName, failureMessages }) => ({
        name: `${name} ${fullName}`,
        message: failureMessages?.join("\n") ?? "",
      }));
    // A file that fails to load has no failed test, but must count as a failure.
    return status === "failed" && tests.length === 0 ? [{ name, message }] : tests;
  });
  return { passed: numPassedTests, failed };
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: { file: string; title: string; tests: PlaywrightTest[] }[];
};
type PlaywrightTest = { status: string; results: { errors: { message?: string }[] }[] };
type PlaywrightReport = { stats: { expected: number }; suites: PlaywrightSuite[]; errors: { message?: string }[] };

const messageOf = (errors: readonly { message?: string }[]): string => errors.map(({ message }) => message).join("\n");

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite["specs"]> => [
  ...specs,
  ...suites.flatMap(specsOf),
];

function fromPlaywright({ stats, suites, errors }: PlaywrightReport): Counts {
  const failed = specsOf({ suites }).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => ({
        name: `${file} ${title}`,
        message: messageOf(results.flatMap((result) => result.errors)),
      })),
  );
  // Failures outside of tests, such as a secret found in a log afterwards.
  const others = errors.map((error) => ({ name: "the browser tests", message: messageOf([error]) }));
  return { passed: stats.expected, failed: [...failed, ...others] };
}

/** The summary line of pytest's JUnit XML. */
function fromPytest(report: string): Counts {
  const figure = (name: string): number => {
    const value = new RegExp(` ${name}="(\\d+)"`).exec(report)?.[1];
    if (value === undefined) throw new Error(`the report has no count of ${name}`);
    return Number(value);
  };
  const failed = figure("failures") + figure("errors");
  const failure = { name: "training/", message: "See the output of pytest above." };
  return {
    passed: figure("tests") - failed - figure("skipped"),
    failed: Array.from({ length: failed }, () => failure),
  };
}

/** Counts of a report; its form tells which runner wrote it. */
function countsOf(text: string): Counts {
  if (text.startsWith("<")) return fromPytest(text);
  const report: VitestReport | PlaywrightReport = JSON.parse(text);
  return "testResults" in report ? fromVitest(report) : fromPlaywright(report);
}

/** Characters of a message to repeat: the assertion and its place, without page dumps. */
const MESSAGE_LENGTH = 1500;
let passed = 0;
const failed: Failure[] = [];
for (const path of process.argv.slice(2)) {
  try {
    const counts = countsOf(readFileSync(path, "utf8"));
    passed += counts.passed;
    failed.push(...counts.failed);
  } catch (error) {
    failed.push({ name: `No usable report at ${path}`, message: String(error) });
  }
}
for (const { name, message } of failed) {
  process.stdout.write(`FAILED ${name}\n${stripVTControlCharacters(message).slice(0, MESSAGE_LENGTH)}\n\n`);
}
process.stdout.write(`${passed} passed, ${failed.length} failed\n`);
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0;
