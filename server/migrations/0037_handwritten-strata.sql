-- Handwritten rows have strata of their own, so that the photos' stratum is 12 instead of 6 (ADR-042).
UPDATE "blind_checks" SET "stratum" = 12 WHERE "stratum" = 6 AND "position" IS NULL;
