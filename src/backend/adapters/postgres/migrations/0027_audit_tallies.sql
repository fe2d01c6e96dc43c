CREATE TABLE "auditTallies" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"hour" bigint NOT NULL,
	"action" text COLLATE "C" NOT NULL,
	"severity" text COLLATE "C" NOT NULL,
	"total" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auditHeads" ADD COLUMN "talliedSeq" bigint NOT NULL DEFAULT 0;--> statement-breakpoint
CREATE INDEX "auditTallies_tenantId_hour_idx" ON "auditTallies" USING btree ("tenantId","hour","id");--> statement-breakpoint
INSERT INTO "auditTallies" ("id", "tenantId", "hour", "action", "severity", "total")
	SELECT concat_ws(' ', "tenantId", "hour", "severity", "action"), "tenantId", "hour", "action", "severity", count(*)
	FROM (SELECT "tenantId", "createdAt" - "createdAt" % 3600000 AS "hour", "action", "severity" FROM "audits") AS rows
	WHERE "tenantId" <> ''
	GROUP BY "tenantId", "hour", "action", "severity";--> statement-breakpoint
UPDATE "auditHeads" SET "talliedSeq" = "seq" WHERE "id" <> '';--> statement-breakpoint
ALTER TABLE "auditHeads" ALTER COLUMN "talliedSeq" DROP DEFAULT;
