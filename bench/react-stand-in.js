// What our components import of React and its JSX runtime.
export const {
  Component,
  Fragment,
  Suspense,
  createContext,
  jsx,
  jsxs,
  lazy,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} = globalThis.React
