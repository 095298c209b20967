/**
 * This script asks the browser for a passkey before a form is sent. Attributes of such a form: `data-passkey`, `create`
 * or `get`; `data-options`, the path that returns the options for the browser; `data-failed`, the message that is shown
 * if the user or the browser refuses.
 */
for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) continue
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    try {
      form.elements.passkey.value = JSON.stringify(await askForPasskey(form))
      form.submit()
    } catch {
      form.querySelector('[role=alert]').textContent = form.dataset.failed
    }
  })
}

async function askForPasskey(form) {
  const response = await fetch(form.dataset.options, { method: 'POST', body: new URLSearchParams(new FormData(form)) })
  if (!response.ok) throw new Error(String(response.status))
  const options = await response.json()
  const credential =
    form.dataset.passkey === 'create'
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
  return credential.toJSON()
}
