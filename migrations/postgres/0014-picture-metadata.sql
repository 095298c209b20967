-- Pictures stored before metadata was removed from uploads. `almanac media clean` removes their metadata and these rows.
CREATE TABLE picture_to_clean (
  picture_id integer PRIMARY KEY REFERENCES picture (id) ON DELETE CASCADE
);
INSERT INTO picture_to_clean (picture_id) SELECT id FROM picture;
