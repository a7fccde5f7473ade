/* Your own tree: what is typed, or comes with a link, is searched and drawn. */

const own = new Telling("own");
const inputs = { tree: element("text"), first: element("first"), cut: element("tree-cut") };

function showTree() {
  element("wrong").textContent = "";
  let tree;
  try {
    tree = readTree(inputs.tree.value);
  } catch (error) {
    element("wrong").textContent = /** @type {Error} */ (error).message;
  }
  inputs.tree.setAttribute("aria-invalid", `${!tree}`);
  own.whole.hidden = !tree;
  if (!tree) return say(element("wrong").textContent);
  const root = new Search(inputs.cut.value).root(placeInTree(tree, inputs.first.value === "Max"));
  own.tell(storyOfTree(root));
}

/** Show the tree of the page's address, if it has one, such as #tree=[3,[3,2]]&first=Max&cut=>= */
function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  for (const [name, input] of Object.entries(inputs)) {
    const value = given.get(name);
    if (value !== null && (name === "tree" || [...input.options].some((it) => it.value === value)))
      input.value = value;
  }
  if (!given.has("tree")) return;
  showTree();
  element("own-tree").scrollIntoView();
}

function search() {
  const values = Object.entries(inputs).map(([name, input]) => [name, input.value]);
  history.replaceState(null, "", `#${new URLSearchParams(values)}`);
  showTree();
}

element("form").onsubmit = (/** @type {Event} */ event) => {
  event.preventDefault();
  search();
};
inputs.first.onchange = inputs.cut.onchange = search;
for (const button of document.querySelectorAll("[data-tree]"))
  button.addEventListener("click", () => {
    inputs.tree.value = button.textContent;
    search();
  });
inputs.tree.onkeydown = (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== "Enter" || event.shiftKey) return;
  event.preventDefault();
  search();
};
addEventListener("hashchange", readAddress);
showTree();
readAddress();
