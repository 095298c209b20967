ALTER TABLE picture ADD COLUMN credit text NOT NULL DEFAULT ''; -- who made it, shown below it
ALTER TABLE picture ADD COLUMN focus text NOT NULL DEFAULT 'center'; -- the part that stays visible when it is cropped, such as 'left-top'
ALTER TABLE picture ADD COLUMN alt_texts text NOT NULL DEFAULT '{}'; -- JSON: alternative texts by language, instead of alt
