/**
 * Adds up what the test runners reported: `node count-tests.ts vitest.json playwright.json [pytest.xml]`.
 * Its last line is `N passed, N failed`; the exit status is 1 when one failed, none ran, or a report is missing.
 */
import { readFileSync } from "node:fs";

type Counts = { passed: number; failed: number };

function fromVitest(report: { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }): Counts {
  // A file that fails to load has no failed test of its own, and must still count.
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0),
  };
}

function fromPlaywright(report: { stats: { expected: number; unexpected: number; flaky: number } }): Counts {
  return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky };
}

/** JUnit's XML, as pytest writes it: one line of figures. */
function fromPytest(report: string): Counts {
  const figure = (name: string): number => {
    const value = new RegExp(` ${name}="(\\d+)"`).exec(report)?.[1];
    if (value === undefined) throw new Error(`it does not say how many ${name}`);
    return Number(value);
  };
  const failed = figure("failures") + figure("errors");
  return { passed: figure("tests") - failed - figure("skipped"), failed };
}

/** One reader per report, in the order of the arguments. */
const readers = [
  (text: string): Counts => fromVitest(JSON.parse(text)),
  (text: string): Counts => fromPlaywright(JSON.parse(text)),
  fromPytest,
];
const total = { passed: 0, failed: 0 };
for (const [index, path] of process.argv.slice(2).entries()) {
  try {
    const counts = readers[index]?.(readFileSync(path, "utf8"));
    if (!counts) throw new Error("more reports than there are readers");
    total.passed += counts.passed;
    total.failed += counts.failed;
  } catch (error) {
    process.stdout.write(`No usable report at ${path}: ${String(error)}\n`);
    total.failed += 1;
  }
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
