import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

// Design tokens work inside the editor's shadow root and follow light and dark automatically.

export const codeEditorTheme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'transparent', color: 'var(--lk-text)', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--lk-mono)', lineHeight: '20px', fontVariantLigatures: 'none' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--lk-text)' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-cursor': { borderLeftColor: 'var(--lk-text)' },
  '.cm-gutters': { border: '0', backgroundColor: 'var(--lk-bg)', color: 'var(--lk-muted)' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '4px 0 0 4px' },
  '.cm-lint-marker': { width: '10px', height: '10px', borderRadius: '50%', content: '""' },
  '.cm-lint-marker-error': { content: '""', backgroundColor: 'var(--lk-danger)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--lk-danger)',
    textDecorationSkipInk: 'none',
  },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--lk-hover) 60%, transparent)',
  },
  '.cm-activeLineGutter': { color: 'var(--lk-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--lk-accent) 25%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket, .cm-selectionMatch': { backgroundColor: 'var(--lk-selected)' },
  '&.cm-focused .cm-nonmatchingBracket': { color: 'var(--lk-danger)', backgroundColor: 'transparent' },
  '.cm-searchMatch': { backgroundColor: 'var(--lk-accent-ground)', outline: '1px solid var(--lk-accent)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in srgb, var(--lk-accent) 40%, transparent)' },

  '.cm-tooltip': {
    overflow: 'hidden',
    border: '1px solid var(--lk-border)',
    borderRadius: 'var(--lk-control-radius)',
    backgroundColor: 'var(--lk-raised)',
    boxShadow: 'var(--lk-floating-shadow)',
    color: 'var(--lk-text)',
    fontFamily: 'var(--lk-sans)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '240px', padding: '4px', fontFamily: 'var(--lk-mono)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: '3px 8px',
    borderRadius: '6px',
    color: 'var(--lk-text)',
    lineHeight: '20px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--lk-selected)',
    color: 'var(--lk-text)',
  },
  '.cm-completionMatchedText': { color: 'var(--lk-accent)', textDecoration: 'none' },
  '.cm-completionDetail': { color: 'var(--lk-muted)', fontFamily: 'var(--lk-sans)', fontStyle: 'normal' },
  '.cm-completionInfo': { maxWidth: '280px', padding: '8px 12px', lineHeight: '1.5' },
  '.cm-diagnostic': { padding: '6px 12px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--lk-danger)' },

  '.cm-panels': { backgroundColor: 'var(--lk-surface)', color: 'var(--lk-text)', fontFamily: 'var(--lk-sans)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--lk-border)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--lk-border)' },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 8px', fontSize: '12px' },
  '.cm-panel.cm-search label': { fontSize: '12px' },
  '.cm-textfield, .cm-button': {
    height: '26px',
    padding: '0 8px',
    border: '1px solid var(--lk-border)',
    borderRadius: '6px',
    backgroundColor: 'var(--lk-bg)',
    backgroundImage: 'none',
    color: 'var(--lk-text)',
    font: 'inherit',
  },
  '.cm-button': { borderColor: 'var(--lk-border)', cursor: 'pointer' },
  '.cm-button:active': { backgroundImage: 'none', backgroundColor: 'var(--lk-hover)' },
  '.cm-panel.cm-search [name=close], .cm-panel.cm-panel-lint [name=close]': {
    width: '24px',
    color: 'var(--lk-muted)',
    fontSize: '16px',
  },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { backgroundColor: 'var(--lk-hover)', color: 'var(--lk-text)' },
})

export const codeHighlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--lk-accent)' },
  { tag: [tags.string, tags.special(tags.string), tags.attributeValue], color: 'var(--lk-success)' },
  { tag: [tags.number, tags.bool, tags.null, tags.regexp], color: 'var(--lk-danger)' },
  { tag: [tags.comment, tags.punctuation, tags.angleBracket], color: 'var(--lk-muted)' },
  { tag: [tags.tagName, tags.definition(tags.variableName), tags.propertyName], color: 'var(--lk-text)' },
  { tag: [tags.tagName, tags.typeName], fontWeight: '600' },
  { tag: tags.attributeName, color: 'var(--lk-accent)' },
])
