UPDATE "pictures" SET "ownerId" = CASE
  WHEN "ownerId" LIKE '% login' THEN 'login:' || left("ownerId", -6)
  WHEN "ownerId" IN (SELECT "id" FROM "users") THEN 'user:' || "ownerId"
  ELSE 'account:' || "ownerId"
END;
