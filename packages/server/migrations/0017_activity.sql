-- The statements that start and refresh sessions note the activity themselves, which takes a sign-in less time.
DROP TRIGGER note_activity ON sessions;
DROP FUNCTION note_activity();
