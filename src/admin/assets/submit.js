/**
 * This script finds the proof of work for a form with `data-stamp`: a number for which the SHA-256 of
 * `<stamp>.<number>` begins with `data-bits` zero bits. Without a proof, the sender must confirm the e-mail address or
 * may send fewer submissions.
 */
for (const form of document.querySelectorAll('form[data-stamp]')) {
  if (window.crypto?.subtle) findProof(form)
}

async function findProof(form) {
  const { stamp, bits } = form.dataset
  const encoder = new TextEncoder()
  for (let number = 0; ; number += 1) {
    const hash = await crypto.subtle.digest('SHA-256', encoder.encode(`${stamp}.${number}`))
    if (new DataView(hash).getUint32(0) >>> (32 - bits) !== 0) continue
    form.elements.proof.value = number
    return
  }
}
