-- Pictures that senders upload for their submissions. Only editors see them; an accepted one becomes a picture of the calendar. They
-- end with the decision. No cached response depends on this table.
CREATE TABLE submission_picture (
  submission_id INTEGER PRIMARY KEY REFERENCES submission (id) ON DELETE CASCADE,
  name TEXT NOT NULL, -- file name that the browser sent; may be empty
  mime_type TEXT NOT NULL,
  alt TEXT NOT NULL, -- description for people who cannot see it
  content BLOB NOT NULL -- without metadata
) STRICT;
