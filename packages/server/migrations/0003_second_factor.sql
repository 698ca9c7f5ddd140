-- The last TOTP time step that signed the user in: neither it nor an earlier one is accepted again.
ALTER TABLE users ADD COLUMN last_totp_step bigint;
