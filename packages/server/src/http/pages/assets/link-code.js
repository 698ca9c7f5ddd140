// The code of a link is in the fragment, which browsers do not send, so that no proxy logs it. It is posted instead, and
// does not stay in the address.
const code = new URLSearchParams(location.hash.slice(1)).get('code')
history.replaceState(null, '', location.pathname)
const form = document.querySelector('form')
if (code) {
  form.elements.code.value = code
  form.submit()
} else {
  document.querySelector('#incomplete').hidden = false
}
