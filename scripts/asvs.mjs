// `npm run asvs`: writes docs/security/asvs.md from docs/security/asvs-requirements.json and from comments such as
// `// ASVS 6.2.1, 6.2.5` directly above tests. A test fails if the file is outdated.

import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listTestFiles } from './test-parts.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

export function readRequirements() {
  return JSON.parse(readFileSync(join(root, 'docs/security/asvs-requirements.json'), 'utf8')).chapters
}

/** The tests that say which requirements they prove, as `{ id, file, name }`. */
export function findAnnotations() {
  return listTestFiles().flatMap((file) => readAnnotations(file))
}

function readAnnotations(file) {
  return parseAnnotations(readFileSync(join(root, file), 'utf8')).map((annotation) => ({ ...annotation, file }))
}

/** A name that cannot be found, because the next line is not a test, is undefined. */
export function parseAnnotations(source) {
  return [...source.matchAll(/^ *\/\/ ASVS ([\d., ]+)\n/gm)].flatMap((match) => {
    const name = nameOfTest(source.slice(match.index + match[0].length))
    const fullName = name && [...groupsAround(source, match.index), name].join(' › ')
    return match[1].split(', ').map((id) => ({ id, name: fullName }))
  })
}

/** The names of the groups that a place is in, by their indentation. */
function groupsAround(source, index) {
  const names = []
  let indentation = source.slice(index).search(/\S/)
  for (const line of source.slice(0, index).split('\n').reverse()) {
    const [, spaces, , name] = /^( *)(?:describe\b.*?|[\])].*?)\(\s*(['"`])(.*?)\2, /.exec(line) ?? []
    if (name === undefined || spaces.length >= indentation) continue
    names.unshift(name)
    indentation = spaces.length
  }
  return names
}

function nameOfTest(rest) {
  const [, each] = /^ *(?:test|describe)(\.each)?\(/.exec(rest) ?? []
  if (!/^ *(?:test|describe)[.(]/.test(rest)) return undefined
  // The cases of `test.each` come first, and then the name: `])('name', …`.
  const pattern = each ? /\)\(\s*(['"`])(.*?)\1,/ : /^ *\w+\(\s*(['"`])(.*?)\1,/
  return pattern.exec(rest)?.[2]
}

/** What is wrong with the requirements or with the annotations, as sentences. */
export function listProblems(chapters, annotations) {
  const requirements = chapters.flatMap((chapter) => chapter.requirements)
  const known = new Set(requirements.map(({ id }) => id))
  const proven = new Set(annotations.map(({ id }) => id))
  return [
    ...annotations.filter(({ id }) => !known.has(id)).map(({ id, file }) => `${file}: there is no requirement ${id}.`),
    ...annotations
      .filter(({ name }) => !name)
      .map(({ id, file }) => `${file}: ASVS ${id} is not directly above a test.`),
    ...requirements.flatMap((requirement) => problemsOf(requirement, proven.has(requirement.id))),
  ]
}

function problemsOf({ id, notApplicable, gap, operator, document, setting }, isProven) {
  const reasons = [notApplicable, gap, operator, document, setting].filter((reason) => reason !== undefined)
  const problems = []
  if (reasons.length === 0 && !isProven) problems.push(`${id} has no test, setting, document or reason.`)
  if (notApplicable && (isProven || reasons.length > 1)) problems.push(`${id} does not apply, and yet is met.`)
  if (setting && !hasSetting(setting)) problems.push(`${id}: docs/configuration.md has no setting ${setting}.`)
  if (document && !hasDocument(document)) problems.push(`${id}: there is no ${document}.`)
  return problems
}

function hasSetting(name) {
  return readFileSync(join(root, 'docs/configuration.md'), 'utf8').includes(`| \`${name}\` |`)
}

/** `docs/guide/security.md#limits` is the file and one of its headings. */
function hasDocument(document) {
  const [path, anchor] = document.split('#')
  try {
    const headings = [...readFileSync(join(root, path), 'utf8').matchAll(/^#+ (.+)$/gm)]
    return anchor === undefined || headings.some(([, heading]) => toAnchor(heading) === anchor)
  } catch {
    return false
  }
}

function toAnchor(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}

export function describeAsvs(chapters, annotations) {
  const requirements = chapters.flatMap((chapter) => chapter.requirements)
  const count = (isCounted) => requirements.filter(isCounted).length
  const notApplicable = count((requirement) => requirement.notApplicable !== undefined)
  const gaps = count((requirement) => requirement.gap !== undefined)
  const operator = count((requirement) => requirement.operator !== undefined)
  const met = requirements.length - notApplicable - gaps - operator
  return `# OWASP ASVS 5.0, levels 1 and 2

This is how Latchkey meets the [OWASP Application Security Verification Standard
5.0](https://owasp.org/www-project-application-security-verification-standard/). The numbers are those of the standard,
which is licensed under CC BY-SA 4.0; the titles are our summaries.

Of ${requirements.length} requirements, ${met} are met, ${gaps} are not or not fully met, ${operator} are up to the
operator of the server, and ${notApplicable} do not apply.

\`npm run asvs\` writes this file from \`asvs-requirements.json\` and from comments in the tests, such as
\`// ASVS 6.2.1\` above a test that proves the requirement. A test fails if the file is outdated or a requirement has
neither a test nor a reason.

${chapters.map((chapter) => describeChapter(chapter, annotations)).join('\n')}`
}

function describeChapter({ number, name, requirements }, annotations) {
  const rows = requirements.map((requirement) => {
    const tests = annotations.filter(({ id }) => id === requirement.id)
    return `| ${requirement.id} | ${requirement.level} | ${requirement.title} | ${describeEvidence(requirement, tests)} |`
  })
  return `## ${number}. ${name}

| # | Level | Requirement | Met by |
|---|---|---|---|
${rows.join('\n')}
`
}

function describeEvidence({ notApplicable, gap, operator, document, setting }, tests) {
  if (notApplicable) return `Does not apply. ${notApplicable}`
  const links = tests.map(({ name, file }) => `[${shorten(file)}](../../${file}): ${escapeCell(name)}`)
  return [
    ...(gap ? [`**${tests.length > 0 ? 'Not fully met' : 'Not met'}.** ${gap}`] : []),
    ...(operator ? [`Up to the operator. ${operator}`] : []),
    ...(setting ? [`Setting: [\`${setting}\`](../configuration.md)`] : []),
    ...(document ? [`Document: [${document}](../../${document})`] : []),
    ...links,
  ].join('<br>')
}

/** `packages/server/src/accounts/sessions/current.test.ts` is `server/sessions/current`. */
function shorten(file) {
  return file
    .replace(/^packages\//, '')
    .replace('/src/', '/')
    .replace(/\.test\.\w+$/, '')
}

function escapeCell(text) {
  return text.replace(/\\(['"`])/g, '$1').replace(/[|[\]<>]/g, '\\$&')
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [chapters, annotations] = [readRequirements(), findAnnotations()]
  const problems = listProblems(chapters, annotations)
  for (const problem of problems) console.error(problem)
  writeFileSync(join(root, 'docs/security/asvs.md'), describeAsvs(chapters, annotations))
  console.log(`docs/security/asvs.md is written${problems.length > 0 ? `, with ${problems.length} problems` : ''}.`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
