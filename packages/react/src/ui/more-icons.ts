// Apart from those of the sign-in form: bundlers keep a file whole, and that page is loaded first.

export const person = 'M10 10a3.4 3.4 0 1 0 0-6.8 3.4 3.4 0 0 0 0 6.8Z M3.6 17c.7-3.2 3.2-4.8 6.4-4.8s5.7 1.6 6.4 4.8'
export const shield = 'M10 2.2l6.2 2.3v4.6c0 4-2.6 7.1-6.2 8.7-3.6-1.6-6.2-4.7-6.2-8.7V4.5z M7.2 9.9l2 2 3.7-4'
export const monitor = 'M2.8 4h14.4v9.4H2.8z M10 13.4v3.1 M6.6 16.5h6.8'
export const sliders =
  'M2.8 6h7.7 M14.5 6h2.7 M2.8 14h2.7 M9.5 14h7.7 M12.5 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z M7.5 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z'
export const chevron = 'M7.5 4.5L13 10l-5.5 5.5'
export const chevronDown = 'M4.5 7.5L10 13l5.5-5.5'
export const signOut = 'M8 3.3H3.8v13.4H8 M12.6 13.8l3.8-3.8-3.8-3.8 M16.4 10H8'
export const signIn = 'M12 3.3h4.2v13.4H12 M7.9 13.8l3.8-3.8-3.8-3.8 M11.7 10H3.3'
export const plus = 'M10 17.4a7.4 7.4 0 1 0 0-14.8 7.4 7.4 0 0 0 0 14.8Z M10 6.8v6.4 M6.8 10h6.4'
export const halfMoon =
  'M10 17.2a7.2 7.2 0 1 0 0-14.4 7.2 7.2 0 0 0 0 14.4Z M10 2.8v14.4 M10 6.4l4.9-1 M10 11l7-1 M10 15.4l4.6-1'
export const bell = 'M5 8.2a5 5 0 0 1 10 0c0 4 1.8 5.2 1.8 5.2H3.2S5 12.2 5 8.2Z M8.3 16.4a1.9 1.9 0 0 0 3.4 0'
export const key = 'M12.9 11.5a4.4 4.4 0 1 0-4.2-3.1l-6 6v2.9h3v-1.9h1.9v-1.9h1.7l1.5-1.5 M13.7 6.3h.01'
export const plug = 'M7 2.6v4 M13 2.6v4 M4.6 6.6h10.8v2.8a5.4 5.4 0 0 1-10.8 0z M10 14.8v2.6'
export const people =
  'M7.4 9.6a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z M1.8 16.4c.6-3 2.8-4.4 5.6-4.4s5 1.4 5.6 4.4 M12.8 3.9a3 3 0 0 1 0 5.4 M14.6 12.3c1.9.5 3.2 1.9 3.6 4.1'
export const phone = 'M6 2.5h8v15H6z M9 15h2'
export const dots =
  'M4.5 9.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1Z M10 9.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1Z M15.5 9.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1Z'
export const mail = 'M2.6 4.6h14.8v10.8H2.6z M3 5.4l7 5.4 7-5.4'
export const tablet = 'M4 2.5h12v15H4z M8.8 15h2.4'
export const unknown =
  'M10 17.4a7.4 7.4 0 1 0 0-14.8 7.4 7.4 0 0 0 0 14.8Z M8 8.1a2 2 0 1 1 2.6 1.9c-.4.2-.6.5-.6 1v.6 M10 13.8h.01'
export const sun =
  'M10 13.4a3.4 3.4 0 1 0 0-6.8 3.4 3.4 0 0 0 0 6.8Z M10 2v1.6 M10 16.4V18 M2 10h1.6 M16.4 10H18 M4.3 4.3l1.2 1.2 M14.5 14.5l1.2 1.2 M4.3 15.7l1.2-1.2 M14.5 5.5l1.2-1.2'
export const moon = 'M16.8 12.2A7.2 7.2 0 0 1 7.8 3.2a7.2 7.2 0 1 0 9 9Z'
