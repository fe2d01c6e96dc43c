CREATE TABLE "auditCheckpoints" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"token" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	CONSTRAINT "auditCheckpoints_tenantId_seq_key" UNIQUE NULLS NOT DISTINCT("tenantId","seq")
);
--> statement-breakpoint
CREATE TABLE "auditHeads" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"firstSeq" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audits" ADD COLUMN "seq" bigint NOT NULL DEFAULT 0;--> statement-breakpoint
ALTER TABLE "audits" ADD COLUMN "prevHash" text COLLATE "C" NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "audits" ADD COLUMN "hash" text COLLATE "C" NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "audits" ADD COLUMN "searchText" text COLLATE "C" NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "audits" ADD COLUMN "searchTextFolded" text COLLATE "C" NOT NULL DEFAULT '';--> statement-breakpoint
-- Rows of older releases get a position and can be searched, but nothing proves that they are unaltered.
WITH ordered AS (
	SELECT "id", row_number() OVER (PARTITION BY "tenantId" ORDER BY "createdAt", "id") AS "position" FROM "audits"
)
UPDATE "audits" SET
	"seq" = ordered."position",
	"searchText" = concat_ws(E'\n', "email", "action", "resource", "ip", "description"),
	"searchTextFolded" = lower(regexp_replace(
		normalize(concat_ws(E'\n', "email", "action", "resource", "ip", "description"), NFKD),
		U&'[\0300-\036f]', '', 'g'
	))
FROM ordered WHERE ordered."id" = "audits"."id";--> statement-breakpoint
INSERT INTO "auditHeads" ("id", "seq", "hash", "firstSeq")
	SELECT "tenantId", max("seq"), '', max("seq") + 1 FROM "audits" GROUP BY "tenantId";--> statement-breakpoint
ALTER TABLE "audits" ALTER COLUMN "seq" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "audits" ALTER COLUMN "prevHash" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "audits" ALTER COLUMN "hash" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "audits" ALTER COLUMN "searchText" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "audits" ALTER COLUMN "searchTextFolded" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "audits_tenantId_ip_createdAt_idx" ON "audits" USING btree ("tenantId","ip","createdAt","id");--> statement-breakpoint
CREATE INDEX "audits_searchText_search_idx" ON "audits" USING gin ("searchTextFolded" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "audits" ADD CONSTRAINT "audits_tenantId_seq_key" UNIQUE NULLS NOT DISTINCT("tenantId","seq");