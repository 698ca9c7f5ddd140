import * as fs from 'node:fs'
import { register } from 'node:module'

// The conformance tool imports `globSync`, which Node.js 20 does not have, for a command that is not used here.
const source = `export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => []`
const hooks = `export function resolve(specifier, context, next) {
  if (specifier !== 'fs') return next(specifier, context)
  return { url: ${JSON.stringify(asModule(source))}, shortCircuit: true }
}`
if (!('globSync' in fs)) register(asModule(hooks))

function asModule(code) {
  return `data:text/javascript,${encodeURIComponent(code)}`
}
