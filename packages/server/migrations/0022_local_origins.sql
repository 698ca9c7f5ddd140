-- Where an app that is being developed was last seen, such as `http://localhost:5173`.
ALTER TABLE project_key_uses ADD COLUMN local_origin text;
