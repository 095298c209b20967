import { readFileSync } from 'node:fs'

/**
 * Prints the texts of exports of WordPress as JSON, each once: `node test/kit/admin/extract-descriptions.ts export.xml … >
 * test/admin/imported-descriptions.json`.
 */
const texts = process.argv
  .slice(2)
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/<content:encoded><!\[CDATA\[([\s\S]*?)\]\]>/g)])
  .map(([, text = '']) => text)
  .filter((text) => /[<\n[]/.test(text))
console.log(JSON.stringify([...new Set(texts)], undefined, 1))
