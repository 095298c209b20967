ALTER TABLE picture ADD COLUMN credit TEXT NOT NULL DEFAULT ''; -- who made it, shown below it
ALTER TABLE picture ADD COLUMN focus TEXT NOT NULL DEFAULT 'center'; -- the part that stays visible when it is cropped, such as 'left-top'
ALTER TABLE picture ADD COLUMN alt_texts TEXT NOT NULL DEFAULT '{}'; -- JSON: alternative texts by language, instead of alt
