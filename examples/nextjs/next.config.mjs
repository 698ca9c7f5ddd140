// This folder is an app of its own, although there is a lockfile further up.
const root = import.meta.dirname

/** @type {import('next').NextConfig} */
export default { turbopack: { root }, outputFileTracingRoot: root }
