/* Your own tree: what is typed, or comes with a link, is searched and drawn. */

const own = new Telling("own");
const form = element("form");
const { tree: field, first, cut: treeCut } = form.elements;

function showTree() {
  let tree;
  let wrong = "";
  try {
    tree = readTree(field.value);
  } catch (error) {
    wrong = /** @type {Error} */ (error).message;
  }
  element("wrong").textContent = wrong;
  field.setAttribute("aria-invalid", `${!tree}`);
  own.whole.hidden = !tree;
  if (!tree) return say(wrong);
  const root = new Search(treeCut.value).root(placeInTree(tree, first.value === "Max"));
  own.tell(storyOfTree(root));
}

/** Show the tree of the page's address, if it has one, such as #tree=[3,[3,2]]&first=Max&cut=>= */
function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  field.value = given.get("tree") ?? field.value;
  for (const choice of [first, treeCut])
    for (const option of choice.options)
      option.selected ||= option.value === given.get(choice.name);
  if (!given.has("tree")) return;
  showTree();
  element("own-tree").scrollIntoView();
}

function search() {
  const values = /** @type {any} */ (new FormData(form));
  history.replaceState(null, "", `#${new URLSearchParams(values)}`);
  showTree();
}

form.onsubmit = (/** @type {Event} */ event) => {
  event.preventDefault();
  search();
};
first.onchange = treeCut.onchange = search;
for (const button of document.querySelectorAll("[data-tree]"))
  button.addEventListener("click", () => {
    field.value = button.textContent;
    search();
  });
field.onkeydown = (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== "Enter" || event.shiftKey) return;
  event.preventDefault();
  search();
};
addEventListener("hashchange", readAddress);
showTree();
readAddress();
