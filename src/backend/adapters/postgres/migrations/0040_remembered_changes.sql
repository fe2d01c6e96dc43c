CREATE FUNCTION "notify_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('front_entry_changes', TG_TABLE_NAME);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "notify_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "permissions" FOR EACH STATEMENT EXECUTE FUNCTION "notify_change"();--> statement-breakpoint
CREATE TRIGGER "notify_insert" AFTER INSERT ON "policies" FOR EACH ROW WHEN (NEW."tenantId" IS NULL) EXECUTE FUNCTION "notify_change"();--> statement-breakpoint
CREATE TRIGGER "notify_update" AFTER UPDATE ON "policies" FOR EACH ROW WHEN (NEW."tenantId" IS NULL OR OLD."tenantId" IS NULL) EXECUTE FUNCTION "notify_change"();--> statement-breakpoint
CREATE TRIGGER "notify_delete" AFTER DELETE ON "policies" FOR EACH ROW WHEN (OLD."tenantId" IS NULL) EXECUTE FUNCTION "notify_change"();--> statement-breakpoint
CREATE TRIGGER "notify_truncate" AFTER TRUNCATE ON "policies" FOR EACH STATEMENT EXECUTE FUNCTION "notify_change"();
