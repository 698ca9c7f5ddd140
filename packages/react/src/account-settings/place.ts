import { createContext } from 'react'

/** The chosen page where the URL fragment belongs to the page behind, as in a modal. Otherwise it is the fragment. */
export const SettingsPlaceContext = createContext<string | undefined>(undefined)
