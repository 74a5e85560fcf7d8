"""An adventure as a screen: map, scene, party, and one place for what can be done now. Needs Textual."""
