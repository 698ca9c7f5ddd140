import { afterAll } from 'vitest'
import { expectNamedProjects } from './watched-statements.ts'

// The first of the setup files, whose hooks run in reverse: what servers send while they close is checked as well.
afterAll(expectNamedProjects)
