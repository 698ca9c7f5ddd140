/** The protocol's library uses it, and Node 20 does not have it. */
URL.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null)
