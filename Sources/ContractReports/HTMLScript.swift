/// The script for the form and the links to mistakes. The page can be read without the script.
enum HTMLScript {
  static let text = """
    <script>
    "use strict";
    const form = document.getElementById("filter");
    const cards = Array.from(document.getElementsByClassName("card"));
    const choices = Array.from(form.getElementsByTagName("select"));
    const [button] = form.getElementsByTagName("button");
    const plain = text => text.toLowerCase().replaceAll("\\u00a0", " ");
    let texts;
    function show() {
      const text = plain(form.text.value);
      if (text && !texts) texts = cards.map(card => plain(card.textContent));
      const asked = choices.filter(choice => choice.value !== "");
      let count = 0;
      cards.forEach((card, index) => {
        const isWanted = (text === "" || texts[index].includes(text))
          && asked.every(choice => card.dataset[choice.name].split(" ").includes(choice.value));
        card.hidden = !isWanted;
        if (isWanted) count += 1;
      });
      for (const section of document.querySelectorAll("#findings section")) {
        section.hidden = section.querySelector(".card:not([hidden])") === null;
      }
      form.querySelector("output").value = count + " of " + cards.length;
    }
    function reveal(target) {
      const card = target?.closest(".card");
      if (!card) return;
      if (card.hidden) { form.reset(); show(); }
      card.open = true;
    }
    form.addEventListener("input", show);
    form.addEventListener("submit", event => event.preventDefault());
    button.addEventListener("click", () => {
      const opens = button.textContent === "open all";
      for (const card of cards) card.open = opens;
      button.textContent = opens ? "close all" : "open all";
    });
    document.addEventListener("click", event => {
      const link = event.target.closest("a");
      if (link === null) return;
      const choice = form.elements.namedItem(link.dataset.name ?? "");
      if (choice !== null) {
        form.reset();
        choice.value = link.dataset.value;
        show();
      } else {
        reveal(document.getElementById(link.hash.slice(1)));
      }
    });
    form.hidden = false;
    if (form.text.value !== "" || choices.some(choice => choice.value !== "")) show();
    reveal(document.getElementById(location.hash.slice(1)));
    </script>

    """
}
